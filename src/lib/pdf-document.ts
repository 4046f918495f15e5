/** A document of PDF that is written page by page. The library comes with the first one: fonts and compression are 8 MB that most processes never use. */
import type Pdf from 'pdfkit';

export type PdfDocument = InstanceType<typeof Pdf>;

export async function newPdfDocument(options: PDFKit.PDFDocumentOptions): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit');
  return new Document(options);
}
