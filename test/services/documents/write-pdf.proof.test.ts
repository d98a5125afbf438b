import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAPERS } from '#services/documents/pdf/paper'
import { writePdf } from '#services/documents/pdf/write-pdf'
import { cleanDocument } from '#services/html/clean-html'
import { TemplateFault } from '#services/templates/template-fault'
import { readPdf } from '#test/support/files/pdf-text'

const INFO = { title: 'T', author: 'Harbor', createdAt: new Date(0) }
const write = (html: string) => writePdf(cleanDocument(html), PAPERS.A4, INFO)
const pagesOf = async (html: string): Promise<string[]> => (await readPdf(write(html).bytes)).pages

/** A transparent PNG that claims its size; it has at most 100 rows. */
const png = (width: number, height: number): string => {
  const chunk = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const named = Buffer.concat([Buffer.from(name), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height, 100) * (width * 4 + 1)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const bytes = Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
  return `data:image/png;base64,${bytes.toString('base64')}`
}

describe('the layout of a PDF', () => {
  test('breaks long texts over pages without losing a word', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
    const pages = await pagesOf(`<p>${words.join(' ')}</p>`)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.join(' ').match(/word\d+/g)).toEqual(words)
  })

  test('divides a row that is higher than a page', async () => {
    const words = Array.from({ length: 2500 }, (_, index) => `w${index}`)
    const pages = await pagesOf(
      `<table><thead><tr><th>Head</th><th>B</th></tr></thead><tr><td>${words.join(' ')}</td><td>x</td></tr></table>`,
    )
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.every((page) => page.startsWith('Head'))).toBe(true)
    expect(pages.join(' ').match(/w\d+/g)).toEqual(words)
  })

  test('starts pages where the document says so, and keeps headings with their text', async () => {
    const broken = await pagesOf(
      '<p>one</p><p style="break-before: page">two</p><div class="page-break"></div><p>three</p>',
    )
    expect(broken.map((page) => page.split(' ')[0])).toEqual(['one', 'two', 'three'])
    const filler = '<p>filler</p>'.repeat(37)
    const pages = await pagesOf(`${filler}<h2>Heading</h2><p>its text</p>`)
    const page = pages.find((text) => text.includes('Heading'))
    expect(page).toContain('its text')
  })

  test('shows lists, links, and words longer than a line', async () => {
    const [page = ''] = await pagesOf(
      `<ol start="3"><li>three</li><li>four<ul><li>inner</li></ul></li></ol><p><a href="https://a.example">link</a></p><p>${'x'.repeat(400)}</p>`,
    )
    expect(page).toMatch(/3\. three 4\. four • inner link/)
    expect(page.match(/x/g)?.length).toBeGreaterThanOrEqual(400)
  })

  test('embeds images of the document, and nothing from elsewhere', async () => {
    const { bytes } = write(
      `<p>a</p><img src="${png(20, 10)}" alt="Logo"><img src="https://x.example/a.png" alt="far">`,
    )
    const { roles, pages } = await readPdf(bytes)
    expect(roles).toContain('Figure')
    expect(pages[0]).not.toContain('far')
    expect(Buffer.from(bytes).includes('x.example')).toBe(false)
  })

  test.each([
    ['an image of too many pixels', png(30_000, 30_000)],
    ['bytes that are no image', 'data:image/png;base64,aGVsbG8='],
    ['a damaged image', png(2000, 1900)],
    ['a damaged JPEG', 'data:image/jpeg;base64,/9j/wAARCAAQABADASIAAhEBAxEB'],
  ])('replaces %s by its alternative text', async (_what, src) => {
    const pages = await pagesOf(`<p>before</p><img src="${src}" alt="Logo"><p>after</p>`)
    expect(pages.join(' ')).toMatch(/before .*after/)
  })

  test('refuses more than 200 pages', () => {
    expect(() => write('<p style="break-before: page">x</p>'.repeat(201))).toThrow(TemplateFault)
  })
})

const TAGS =
  'p h1 h2 div span b i ul ol li table thead tbody tr td th caption hr br img pre blockquote dl dt dd a'.split(' ')
const STYLES = [
  'width: 1%',
  'width: 9999pt',
  'padding: 9999pt',
  'margin: 400pt',
  'font-size: 900pt',
  'font-size: 0',
  'line-height: 0',
  'white-space: nowrap',
  'white-space: pre',
  'border: 12px solid red',
  'background-color: #abc',
  'break-before: page',
  'break-inside: avoid',
  'height: 5000pt',
  'text-align: right',
  'letter-spacing: 90pt',
  'margin-left: auto',
  'text-transform: uppercase',
]
const CLASSES = ['lines', 'totals', 'amount', 'together', 'page-break', 'note']

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('word '.repeat(200), 'x'.repeat(500), '‮', '\u200b'.repeat(50), '🙂🙂', 'ﷺ'),
)

const { html } = fc.letrec<{ html: string; element: string }>((tie) => ({
  html: fc
    .array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, tie('element')), { maxLength: 5 })
    .map((parts) => parts.join('')),
  element: fc
    .record({
      tag: fc.constantFrom(...TAGS),
      style: fc.array(fc.constantFrom(...STYLES), { maxLength: 3 }),
      className: fc.constantFrom('', ...CLASSES),
      span: fc.constantFrom('', ' colspan="3"', ' colspan="99999"', ' colspan="-1"'),
      inner: tie('html'),
    })
    .map(
      ({ tag, style, className, span, inner }) =>
        `<${tag} class="${className}" style="${style.join(';')}"${span}>${inner}</${tag}>`,
    ),
}))

describe('any HTML', () => {
  test('becomes a PDF or a fault of the template, in bounded time', () => {
    fc.assert(
      fc.property(html, (body) => {
        const start = performance.now()
        try {
          const { bytes, pageCount } = write(body)
          expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-')
          expect(pageCount).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateFault)
        }
        expect(performance.now() - start).toBeLessThan(5000)
      }),
      { numRuns: 25 },
    )
  })
})
