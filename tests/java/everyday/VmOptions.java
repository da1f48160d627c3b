import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** The -XX options that libraries ask for (Lucene: compressed oops, alignment, FMA). */
public class VmOptions {
    public static void main(String[] args) throws Exception {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        String[] names = {
            "UseCompressedOops", "UseCompressedClassPointers", "ObjectAlignmentInBytes", "HeapDumpPath", "CompactStrings",
            "HeapDumpOnOutOfMemoryError", "MaxHeapFreeRatio", "MaxRAMPercentage", "ContendedPaddingWidth", "ThreadStackSize",
            "MaxDirectMemorySize", "UseZGC", "UseBiasedLocking", "UseConcMarkSweepGC", "UseCompactObjectHeaders",
        };
        for (String name : names) {
            try {
                System.out.println(bean.getVMOption(name));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        for (var option : bean.getDiagnosticOptions())
            System.out.println(option.getName() + " " + option.getOrigin() + " " + option.isWriteable());
        Object all = ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("com.sun.management:type=HotSpotDiagnostic"), "DiagnosticOptions");
        System.out.println(((CompositeData[]) all)[0].get("name"));
        try {
            bean.setVMOption("UseTLAB", "true");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            bean.getVMOption(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
