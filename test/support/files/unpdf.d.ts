/** What the tests use of pdf.js. The types that the package has are imported without endings, which nodenext does not resolve. */
declare module 'unpdf/pdfjs' {
  interface PdfPage {
    getTextContent(): Promise<{ items: ({ str: string } | { type: string })[] }>
    getStructTree(): Promise<unknown>
  }

  interface PdfDocument {
    numPages: number
    getPage(number: number): Promise<PdfPage>
    getMetadata(): Promise<{ info: object }>
  }

  export const getDocument: (source: { data: Uint8Array; verbosity: number; useSystemFonts: boolean }) => {
    promise: Promise<PdfDocument>
    destroy(): Promise<void>
  }
}
