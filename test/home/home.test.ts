import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { anchorOf, renderGuide } from '#src/home/guide'
import { buildTestApp } from '../support/build-app.ts'

const server = await buildTestApp()
afterAll(() => server.close())

const get = (url: string, accept: string) => server.app.inject({ url, headers: { accept, host: 'here:3000' } })

describe('GET /', () => {
  test('explains to a browser what this is, with links to the reference, the guides and the first key', async () => {
    const { statusCode, headers, body } = await get('/', 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('membership and association management server')
    expect(body).toContain("'http://here:3000/api/contacts?$top=5'")
  })

  test('returns the same links to a program', async () => {
    expect((await get('/', '*/*')).json()).toMatchObject({
      name: 'Guildhall',
      reference: '/reference',
      firstKey: '/guides/operators#a-first-key',
    })
  })

  test('links only to pages and headings that exist', async () => {
    const pages = ['/', '/guides/operators', '/guides/integrators']
    for (const page of pages) {
      const { body } = await get(page, 'text/html')
      const links = [...body.matchAll(/href="(\/[^"]*|#[^"]*)"/g)].map(
        ([, link = '']) => new URL(link, `http://x${page}`),
      )
      expect(links.length).toBeGreaterThan(2)
      for (const { pathname, hash } of links) {
        const target = await get(pathname, 'text/html')
        expect(target.statusCode, pathname).toBeLessThan(400)
        if (hash !== '') expect(target.body, hash).toContain(`id="${hash.slice(1)}"`)
      }
    }
  })
})

describe('the guides', () => {
  test.each(['operators', 'integrators'])(
    '%s shows every word of its file, and no mark of its markup',
    async (name) => {
      const { statusCode, body } = await get(`/guides/${name}`, 'text/html')
      expect(statusCode).toBe(200)
      const markdown = readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), 'utf8')
      for (const [, heading = ''] of markdown.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm))
        expect(body).toContain(`id="${anchorOf(heading)}"`)
      const text = (markup: string) =>
        markup
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
      const words = (of: string) => of.match(/[A-Za-z]{3,}/g) ?? []
      const shown = new Set(words(text(body.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))))
      const meant = words(markdown.replaceAll(/<!--.*?-->/g, '').replaceAll(/\]\([^)]*\)/g, ']'))
      expect(meant.filter((word) => !shown.has(word) && !['sql'].includes(word))).toEqual([])
      const prose = body.replaceAll(/<(pre|code)\b[\s\S]*?<\/\1>/g, '')
      expect(prose).not.toMatch(/```|\]\(|^\s*\|/m)
    },
  )

  test('escapes markup, also in code', () => {
    const { text } = renderGuide(
      '# A <b>\n\nSee `<script>` & [this](https://x.example/?a="b).\n\n```sh\necho <x>\n```\n',
    )
    expect(text).toContain('<h1 id="a-b">A &lt;b&gt;</h1>')
    expect(text).toContain('<code>&lt;script&gt;</code> &amp; <a href="https://x.example/?a=&quot;b">this</a>')
    expect(text).toContain('<code>echo &lt;x&gt;</code>')
    expect(text).not.toContain('<script')
  })
})
