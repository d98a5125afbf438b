import { escapeHtml } from '#services/html/escape-html'
import { styleSheetCss } from './style/style-sheet.ts'

/** The screen shows the same page as the paper. */
const PAGE_CSS = `body { font-family: "Source Sans 3", "Source Sans Pro", Calibri, Helvetica, Arial, sans-serif; margin: 0 auto; max-width: 490pt; padding: 40pt 24pt }
img { max-width: 100% }
ol, ul { padding-left: 16pt }
p, td, th, li, pre { unicode-bidi: plaintext }
@page { margin: 18mm }
@media print { body { max-width: none; padding: 0 } thead { display: table-header-group } tr { break-inside: avoid } }`

/** The first letter of each of these decides whether it is written from right to left, as in the PDF. */
const DIRECTED = /<(p|h[1-6]|td|th|li|caption|dt|dd|pre|div|blockquote)(?=[ >])/g

const directed = (body: string): string => body.replace(DIRECTED, '<$1 dir="auto"')

/**
 * Returns the complete document of a body. Its policy forbids scripts and everything that would be loaded.
 *
 * @param body the result of `cleanDocument`.
 */
export const documentHtml = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${styleSheetCss()}
${PAGE_CSS}
</style>
</head>
<body>
${directed(body)}
</body>
</html>
`
