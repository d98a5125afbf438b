import { expect, test } from 'vitest'
import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'

/** The elements of the head that load or lead elsewhere. */
const linksOf = (text: string) => text.match(/<link rel="stylesheet"[^>]*>|<meta http-equiv[^>]*>|<script[^>]*>/g)

test('a page has the style of all pages, and only the additions that it asks for', () => {
  const [common] = linksOf(page('Title', html`x`)) ?? []
  expect(common).toMatch(/^<link rel="stylesheet" href="\/[^"]+">$/)
  expect(linksOf(page('Title', html`x`))).toEqual([common])
  const style = '<link rel="stylesheet" href="/own.css">'
  expect(linksOf(page('Title', html`x`, { style: '/own.css' }))).toEqual([common, style])
  expect(linksOf(page('Title', html`x`, { leadsOn: '/next' }))).toEqual([
    common,
    '<meta http-equiv="refresh" content="0; url=/next">',
  ])
  expect(linksOf(page('Title', html`x`, { script: '/own.js' }))).toEqual([common, '<script src="/own.js" defer>'])
})

test('a page names the product or the brand, and is as wide as it asks for', () => {
  expect(page('Title', html`x`)).toContain('<title>Title · Guildhall</title>')
  expect(page('Title', html`x`, { brand: 'Crest' })).toContain('<title>Title · Crest</title>')
  const mainOf = (text: string) => /<main[^>]*>/.exec(text)?.[0]
  expect(mainOf(page('Title', html`x`))).toBe('<main>')
  expect(mainOf(page('Title', html`x`, { isWide: true }))).toBe('<main class="wide">')
  expect(mainOf(page('Title', html`x`, { isForm: true }))).toBe('<main class="form">')
})
