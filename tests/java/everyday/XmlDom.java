// XML: DOM parsing, SAX events, XPath, a transformer, StAX writing, errors with line numbers.
import java.io.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.xml.sax.*;
import org.xml.sax.helpers.DefaultHandler;

public class XmlDom {
    static final String DOC =
            "<?xml version='1.0'?><lib a='1'><book id='b1'>One &amp; two</book><!-- c --><book"
                + " id='b2'><![CDATA[<x>]]></book></lib>";

    public static void main(String[] args) throws Exception {
        Document d =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(DOC)));
        NodeList l = d.getElementsByTagName("book");
        for (int i = 0; i < l.getLength(); i++)
            System.out.println(
                    ((Element) l.item(i)).getAttribute("id") + ":" + l.item(i).getTextContent());
        System.out.println(
                XPathFactory.newInstance().newXPath().evaluate("count(//book[@id='b2'])", d));
        SAXParserFactory.newInstance()
                .newSAXParser()
                .parse(
                        new InputSource(new StringReader(DOC)),
                        new DefaultHandler() {
                            @Override
                            public void startElement(String u, String n, String q, Attributes a) {
                                System.out.print("<" + q + a.getLength());
                            }

                            @Override
                            public void endElement(String u, String n, String q) {
                                System.out.print(">");
                            }
                        });
        System.out.println();
        StringWriter w = new StringWriter();
        XMLStreamWriter x = XMLOutputFactory.newInstance().createXMLStreamWriter(w);
        x.writeStartElement("r");
        x.writeAttribute("k", "\"<");
        x.writeCharacters("a<b");
        x.writeEndElement();
        x.flush();
        System.out.println(w);
        XMLStreamReader r =
                XMLInputFactory.newInstance()
                        .createXMLStreamReader(new StringReader("<p><q/>t</p>"));
        while (r.hasNext()) System.out.print(r.next() + " ");
        System.out.println();
        StringWriter o = new StringWriter();
        Transformer t = TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        t.transform(new DOMSource(d), new StreamResult(o));
        System.out.println(o);
        try {
            DocumentBuilder b = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            b.setErrorHandler(null);
            b.parse(new InputSource(new StringReader("<a>\n<b></a>")));
        } catch (SAXParseException e) {
            System.out.println(e.getLineNumber() + " " + e.getMessage());
        }
    }
}
