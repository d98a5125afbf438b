import { describe, expect, test } from 'vitest'
import { builtInTemplates } from '#services/mail/built-in/built-in-templates'
import { layout } from '#services/mail/built-in/layout'
import type { MailVariables } from '#services/mail/rendering/mail-parts'
import { plainText } from '#services/mail/rendering/plain-text'
import { writeMail } from '#services/mail/rendering/write-mail'
import { listUnknownVariables, renderLiquid } from '#services/templates/liquid'
import { TemplateFault } from '#services/templates/template-fault'

const html = (text: string, variables: object = {}) => renderLiquid('Html', text, 'html', variables)
const faultOf = (text: string, variables: object = {}): TemplateFault => {
  try {
    html(text, variables)
  } catch (error) {
    if (error instanceof TemplateFault) return error
  }
  throw new Error('There was no fault')
}
const variables: MailVariables = {
  organization: { name: 'Harbor & Sons' },
  to: { name: 'Ada', address: 'ada@x.example' },
  unsubscribe_url: 'https://h.example/u/1',
}

describe('a template', () => {
  test.each([
    ['an unknown filter', 'Dear\n  {{ to.name | shout }}', 'undefined filter: shout', 2, 3],
    ['a tag without its end', '{% if a %}', 'not closed', 1, 1],
    ['a tag that reads others', 'x{% include "secret" %}', 'tag "include" not found', 1, 2],
    ['rendering another file', '{% render "/etc/passwd" %}', 'tag "render" not found', 1, 1],
    ['an endless loop', '{% for i in (1..1000000000) %}x{% endfor %}', 'too long', 1, 1],
    // With one turn of the inner loop, the limit of memory is reached well before that of time.
    [
      'loops in loops',
      '{% for i in (1..9999) %}{% for j in (1..9999) limit: 1 %}x{% endfor %}{% endfor %}',
      ...(['too long', 1, 25] as const),
    ],
  ])('with %s is refused, by line and column', (_what, text, message, line, column) => {
    const fault = faultOf(text)
    expect(fault.what).toContain(message)
    expect([fault.line, fault.column]).toEqual([line, expect.any(Number)])
    expect(Math.abs(fault.column - column)).toBeLessThan(3)
  })

  test('has a maximum size', () => {
    const doubling =
      '{% assign s = "aaaaaaaaaa" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}'
    expect(faultOf(doubling).what).toContain('too long')
    expect(faultOf('{% for i in (1..50000) %}0123456789{% endfor %}').what).toMatch(/more than|limit/)
    expect(faultOf('x'.repeat(200_001)).what).toContain('parse length limit')
  })

  test('escapes inserted values once, except raw ones', () => {
    const filled = { n: '<b>"&' }
    expect(html('{{ n }}', filled)).toBe('&lt;b&gt;&#34;&amp;')
    expect(html('{{ n | escape }}', filled)).toBe('&#60;b&#62;&#34;&#38;')
    expect(html('{{ n | newline_to_br }}', { n: '<a\nb' })).toBe('&#60;a<br>b')
    expect(html('{{ n | raw }}', filled)).toBe('<b>"&')
  })

  test('reads only the given data, and shows a date unchanged', () => {
    expect(html('{{ a.constructor }}{{ a.__proto__ }}{{ a.toString }}', { a: {} })).toBe('')
    expect(html('{{ "2027-01-31" | date: "%-d %B %Y" }}')).toBe('31 January 2027')
  })

  test('reports the variables that have no value', () => {
    const known = ['to.name', 'membership.ends_on']
    expect(listUnknownVariables('{{ to.name }}{% if membership %}{{ membership.ens_on }}{% endif %}', known)).toEqual([
      'membership.ens_on',
    ])
  })
})

describe('a mail', () => {
  test.each(builtInTemplates.filter(({ key }) => key !== 'layout'))(
    '$key comes out whole with its samples missing',
    (template) => {
      const mail = writeMail({ ...template, text: null }, layout.html, variables)
      expect(mail.subject).not.toBe('')
      expect(mail.text).toContain('Kind regards\nHarbor & Sons')
      expect(mail.text).toContain('Unsubscribe <https://h.example/u/1>')
      expect(mail.body).toContain('Harbor &amp; Sons')
    },
  )

  test('is sanitized, also where the template inserts raw values', () => {
    const bad = '<script>alert(1)</script><p onclick="x()">Hi</p><img src="http://t.example/p.gif"><form><input></form>'
    const { body: made } = writeMail({ subject: 'S', html: '{{ bad | raw }}', text: null }, layout.html, {
      ...variables,
      bad,
    })
    expect(made).toContain('<p>Hi</p>')
    expect(made).not.toMatch(/script|onclick|t\.example|<form|<input/)
  })

  test('has a subject of one line, so that it cannot add a header', () => {
    const name = 'A\r\nBcc: all@x.example\u2028B'
    const { subject } = writeMail({ subject: '{{ n }}', html: 'x', text: null }, layout.html, { ...variables, n: name })
    expect(subject).toBe('A Bcc: all@x.example B')
    expect(() => writeMail({ subject: '{{ none }}', html: 'x', text: null }, layout.html, variables)).toThrow('empty')
  })

  test('with its own text has the unsubscribe link below', () => {
    const { text } = writeMail({ subject: 'S', html: 'x', text: 'Hi {{ to.name }} <b>' }, layout.html, variables)
    expect(text).toBe('Hi Ada <b>\n\n-- \nHarbor & Sons\nUnsubscribe: https://h.example/u/1')
  })
})

test('clean HTML becomes text with its paragraphs, items and links', () => {
  const made = plainText(
    '<h1>News</h1><p>Read &amp; <a href="https://x.example/?a=1&amp;b=2">this</a><br />now</p><ul><li>one</li><li>two</li></ul><a href="https://y.example">https://y.example</a>',
  )
  expect(made).toBe('News\n\nRead & this <https://x.example/?a=1&b=2>\nnow\n\n- one\n- two\n\n<https://y.example>')
})

test('an address is apart from a bracket or a point after it', () => {
  const link = '<a href="https://x.example/a">Register</a>'
  expect(
    plainText(`<p>(${link})</p><p>${link}.</p><p><a href="https://x.example/a">https://x.example/a</a>)</p>`),
  ).toBe('(Register <https://x.example/a>)\n\nRegister <https://x.example/a>.\n\n<https://x.example/a>)')
})
