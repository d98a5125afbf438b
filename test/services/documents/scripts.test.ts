import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { documentHtml } from '#services/documents/document-html'
import { PAPERS } from '#services/documents/pdf/paper'
import { writePdf } from '#services/documents/pdf/write-pdf'
import { cleanDocument } from '#services/html/clean-html'
import { readPdf } from '#test/support/files/pdf-text'

const INFO = { title: 'T', author: 'Harbor', createdAt: new Date(0) }
const write = (html: string) => writePdf(cleanDocument(html), PAPERS.A4, INFO)

const textOf = async (text: string): Promise<string> => {
  const { bytes, unshown } = write(`<p>${text}</p>`)
  expect(unshown).toEqual([])
  const { pages } = await readPdf(bytes)
  return (pages[0] ?? '').replace('Harbor Page 1 of 1', '').trim()
}

/** Returns the texts that a PDF states for parts whose signs are written in another order than read. */
const statedTexts = (pdf: Uint8Array): string[] => {
  const bytes = Buffer.from(pdf)
  const streams = [...bytes.toString('latin1').matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)].map((found) => {
    const from = found.index + found[0].length
    return bytes.subarray(from, from + Number(found[1]))
  })
  const contents = streams.flatMap((stream) => {
    try {
      return [inflateSync(stream).toString('latin1')]
    } catch {
      return []
    }
  })
  const texts = contents.flatMap((content) => [...content.matchAll(/\/ActualText \(((?:[^\\)]|\\.)*)\)/gs)])
  return texts.map(([, text = '']) => {
    const raw = Buffer.from(
      text.replace(/\\([nrtbf\\()])/g, (_, sign: string) => UNESCAPED[sign] ?? sign),
      'latin1',
    )
    return raw[0] === 0xfe ? raw.subarray(2).swap16().toString('utf16le') : raw.toString('latin1')
  })
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

describe('the text of a PDF', () => {
  test.each([
    ['Greek', 'Ελληνική Εταιρεία Ἑλλάς'],
    ['Cyrillic', 'Общество Ґанок'],
    ['Chinese', '北京鸿运贸易有限公司，臺灣'],
    ['Japanese', '株式会社ひかり「ゴールド」ガゔ'],
    ['Korean', '주식회사 한빛 서울특별시'],
    ['Thai', 'ค่าสมาชิกรายปี'],
    ['emoji', 'Happy 🎉 Club 😀'],
  ])('can be copied, without a character that no font has: %s', async (_, text) => {
    expect((await textOf(text)).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })

  test.each([
    ['Arabic', 'شركة الأمل'],
    ['joined letters and ligatures of Arabic', 'رسوم العضوية السنوية السلام'],
    ['Persian', 'گروه پژوهش'],
    ['Urdu', 'ٹھیک ہے'],
    ['Hebrew', 'חברת הים'],
  ])('can be copied in the order in which it is read: %s', async (_, text) => {
    expect(await textOf(text)).toBe(text)
  })

  test('of scripts whose signs change their order is stated in the order in which it is read', () => {
    expect(statedTexts(write('<p>हिन्दी श्री</p><p>น้ำใจ</p>').bytes)).toEqual(['हिन्दी श्री', 'น้ำใจ'])
  })

  test('is composed, so that letters of two characters find their font', async () => {
    expect((await textOf('한빛'.normalize('NFD'))).replace(' ', '')).toBe('한빛')
    expect(await textOf('Łódź Zoë'.normalize('NFD'))).toBe('Łódź Zoë')
  })

  test('names each character that no font has once', () => {
    const { unshown } = write('<p>Runes ᚠᚢᚠ and <b>ᚠ</b> cuneiform 𒀀, but Ä中ع</p>')
    expect(unshown).toEqual(['ᚠ', 'ᚢ', '𒀀'])
  })

  test('has the same bytes for the same text in any order of documents', () => {
    const first = write('<p>中文 <b>中文</b> שלום</p>').bytes
    write('<p>日本語ひらがな</p>')
    expect(Buffer.from(write('<p>中文 <b>中文</b> שלום</p>').bytes).equals(Buffer.from(first))).toBe(true)
  })

  test('in HTML is directed by its first letter', () => {
    const html = documentHtml('T', cleanDocument('<p>שלום</p><table><tr><td>a</td></tr></table>'))
    expect(html).toContain('<p dir="auto">שלום</p>')
    expect(html).toContain('<td dir="auto">a</td>')
  })
})
