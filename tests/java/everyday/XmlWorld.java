// XML: SAX with errors, namespaces, StAX reading and writing, XPath, XSLT, validation against a schema,
// DOM changes written out.
import java.io.*;
import java.util.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.validation.*;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.xml.sax.*;
import org.xml.sax.helpers.*;

public class XmlWorld {
    static final String DOC =
        "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE shop [<!ENTITY co 'Co &amp; Sons'><!ATTLIST item kind CDATA 'std'>]>"
        + "<shop xmlns='urn:s' xmlns:p='urn:p'><!-- c --><item id='1' p:q='2'>a&lt;b &co; &#x20ac;</i"
                + "tem><item id='2' kind='rare'><![CDATA[x < y]]></item><?pi data?><p:empty/></shop>";
    public static void main(String[] args) throws Exception {
        SAXParserFactory sf = SAXParserFactory.newInstance();
        sf.setNamespaceAware(true);
        StringBuilder log = new StringBuilder();
        sf.newSAXParser().parse(new InputSource(new StringReader(DOC)), new DefaultHandler() {
            Locator loc;
            public void setDocumentLocator(Locator l) { loc = l; }
            public void startElement(String u, String l, String q, Attributes a) {
                log.append("<").append(u).append("|").append(l);
                for (int i = 0; i < a.getLength(); i++)
                    log.append(" ")
                        .append(a.getQName(i))
                        .append("=")
                        .append(a.getValue(i))
                        .append(":")
                        .append(a.getType(i));
                log.append(">@").append(loc.getLineNumber());
            }
            public void endElement(String u, String l, String q) { log.append("</").append(q).append(">"); }
            public void characters(char[] c, int s, int n) { log.append(new String(c, s, n)); }
            public void processingInstruction(String t, String d) { log.append("?").append(t).append(d); }
            public void startPrefixMapping(String p, String u) {
                log.append("{").append(p).append("=").append(u).append("}");
            }
        });
        System.out.println(log.toString().replace("\u20ac", "EUR"));
        for (String bad : new String[] {"<a><b></a>", "<a b=1/>", "<a>&nope;</a>", "", "<a/><b/>", "<a b='1' b='2'/>"})
            try {
                sf.newSAXParser().parse(new InputSource(new StringReader(bad)), new DefaultHandler());
            } catch (SAXParseException e) {
                System.out.println(e.getLineNumber() + ":" + e.getColumnNumber() + " " + e.getMessage());
            }
        DocumentBuilderFactory df = DocumentBuilderFactory.newInstance();
        df.setNamespaceAware(true);
        df.setCoalescing(true);
        Document d = df.newDocumentBuilder().parse(new InputSource(new StringReader(DOC)));
        XPath xp = XPathFactory.newInstance().newXPath();
        xp.setNamespaceContext(new javax.xml.namespace.NamespaceContext() {
            public String getNamespaceURI(String p) { return p.equals("s") ? "urn:s" : "urn:p"; }
            public String getPrefix(String u) { return null; }
            public Iterator<String> getPrefixes(String u) { return null; }
        });
        for (String e : new String[] {"count(//s:item)", "string(//s:item[@kind='rare'])", "sum(//@id)",
                 "//s:item[last()]/@id = 2", "name(/*/*[3])",
                 "concat(substring('hello',2,3), translate('abc','ab','x'), normalize-space('  a  b '))",
                 "//s:item[position() mod 2 = 1]/@p:q", "5 div 0", "round(-2.5)", "boolean(//none)"})
            System.out.print(xp.evaluate(e, d) + "; ");
        System.out.println();
        try {
            xp.evaluate("//[", d);
        } catch (XPathExpressionException e) { System.out.println("xpath error"); }
        Element n = d.createElementNS("urn:s", "item");
        n.setAttribute("id", "3");
        n.appendChild(d.createTextNode("new <&> \""));
        d.getDocumentElement().insertBefore(n, d.getDocumentElement().getFirstChild());
        d.getDocumentElement().removeChild(d.getElementsByTagNameNS("urn:p", "*").item(0));
        Transformer t = TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty(OutputKeys.INDENT, "yes");
        t.setOutputProperty(OutputKeys.ENCODING, "US-ASCII");
        StringWriter w = new StringWriter();
        t.transform(new DOMSource(d), new StreamResult(w));
        System.out.println(w.toString().strip());
        String xsl =
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:s='ur"
                    + "n:s'><xsl:output method='text'/><xsl:param name='p'/><xsl:template match='/'><xsl:for-each"
                    + " select='//s:item'><xsl:sort select='@id' order='descending' data-type='number'/><xsl:valu"
                    + "e-of select='concat(@id, $p)'/><xsl:if test='@kind'>,<xsl:call-template name='k'><xsl:with"
                    + "-param name='x' select='@kind'/></xsl:call-template></xsl:if>;</xsl:for-each></xsl:templat"
                    + "e><xsl:template name='k'><xsl:param name='x'/>[<xsl:value-of select='$x'/>]</xsl:template>"
                    + "</xsl:stylesheet>";
        Transformer x = TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(xsl)));
        x.setParameter("p", "#");
        w = new StringWriter();
        x.transform(new DOMSource(d), new StreamResult(w));
        System.out.println(w);
        Schema sc =
            SchemaFactory.newInstance("http://www.w3.org/2001/XMLSchema")
                .newSchema(new StreamSource(new StringReader(
                    "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='r'><xs:complexTyp"
                            + "e><xs:sequence><xs:element name='n' type='xs:int' maxOccurs='2'/></xs:sequence><xs:attribu"
                            + "te name='d' type='xs:date' use='required'/></xs:complexType></xs:element></xs:schema>")));
        for (String doc : new String[] {"<r d='2020-01-01'><n>1</n></r>", "<r d='x'><n>1</n></r>",
                 "<r d='2020-01-01'><n>z</n></r>", "<r><n>1</n></r>", "<r d='2020-01-01'><n>1</n><n>2</n><n>3</n></r>"})
            try {
                sc.newValidator().validate(new StreamSource(new StringReader(doc)));
                System.out.println("valid");
            } catch (SAXException e) { System.out.println(e.getMessage()); }
        XMLStreamReader r =
            XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a x='1'>t<b/>u</a>"));
        while (r.hasNext()) {
            int e = r.next();
            System.out.print(e + (r.hasName() ? r.getLocalName() : r.hasText() ? r.getText() : "") + " ");
        }
        System.out.println();
        w = new StringWriter();
        XMLStreamWriter xw = XMLOutputFactory.newInstance().createXMLStreamWriter(w);
        xw.writeStartDocument();
        xw.writeStartElement("e");
        xw.writeAttribute("a", "<\"'>");
        xw.writeCharacters("&\u00e9");
        xw.writeEmptyElement("z");
        xw.writeCData("cd");
        xw.writeEndDocument();
        xw.close();
        System.out.println(w.toString().replace("\u00e9", "e'"));
    }
}
