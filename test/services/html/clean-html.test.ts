import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml } from '#services/html/clean-html'
import { runs } from '#test/support/runner/runs'

describe('cleaning HTML', () => {
  test.each([
    ['keeps text, structure and emphasis', '<p>Kind <b>regards</b><br>Ada</p>', '<p>Kind <b>regards</b><br />Ada</p>'],
    [
      'keeps links and images by https',
      '<a href="https://x.example">x</a><img src="https://x.example/a.png" alt="">',
      '<a href="https://x.example">x</a><img src="https://x.example/a.png" alt="" />',
    ],
    [
      'keeps mail and telephone links',
      '<a href="mailto:a@x.example">m</a><a href="tel:+1202">t</a>',
      '<a href="mailto:a@x.example">m</a><a href="tel:+1202">t</a>',
    ],
    [
      'keeps harmless styles',
      '<p style="color:#ff0000;margin:0 4px">x</p>',
      '<p style="color:#ff0000;margin:0 4px">x</p>',
    ],
    ['drops scripts whole', 'a<script>alert(1)</script>b', 'ab'],
    [
      'drops styles that load',
      '<p style="background:url(https://x.example);color:red">x</p>',
      '<p style="color:red">x</p>',
    ],
    [
      'drops event handlers',
      '<img src="https://x.example/a.png" onerror="alert(1)">',
      '<img src="https://x.example/a.png" />',
    ],
    [
      'drops javascript: links, however written',
      '<a href="java\nscript:alert(1)">x</a><a href="&#106;avascript:alert(1)">y</a>',
      '<a>x</a><a>y</a>',
    ],
    ['drops links that depend on the page', '<a href="/admin">x</a><a href="//x.example">y</a>', '<a>x</a><a>y</a>'],
    [
      'drops images that are not https',
      '<img src="http://x.example/a.png"><img src="data:image/png;base64,AA"><img src="a.png"><img>',
      '',
    ],
    [
      'drops frames, forms and foreign namespaces',
      '<iframe src="https://x.example"></iframe><form action="/x"><input></form><svg><script>1</script></svg>x',
      'x',
    ],
    ['drops comments', '<!--[if mso]><b>x</b><![endif]-->y', 'y'],
    ['escapes what looks like markup but is text', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
  ])('%s', (_, html, cleaned) => {
    expect(cleanHtml(html)).toBe(cleaned)
  })

  const pieces = [
    ...[
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<svg>',
      '<math>',
      '<xmp>',
      '</xmp>',
      '<textarea>',
      '<title>',
      '<noscript>',
      '</noscript>',
    ],
    ...[
      '<img src=x onerror=alert(1)>',
      '<img src="https://x.example/a" ',
      '<a href="javascript:alert(1)">',
      "<a href='java&#x09;script:1'>",
    ],
    ...[
      '<p style="',
      '"',
      "'",
      '>',
      '<',
      '</p>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      ' onclick=alert(1) ',
      ' style="x:expression(1)" ',
    ],
    ...[
      '<iframe srcdoc="&lt;script&gt;">',
      '<object data=x>',
      '<embed src=x>',
      '<base href=x>',
      '<meta http-equiv=refresh>',
      '<link rel=x>',
    ],
    ...[
      '<table><tr><td background="javascript:1">',
      '<plaintext>',
      '<template>',
      '&lt;script&gt;',
      '&#0;',
      '&#xD800;',
      '\u0000',
      '{{x}}',
      'text',
    ],
  ]
  const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 8 })), {
    maxLength: 25,
  })

  test('removes everything active from any input', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        expect(faultsOf(cleanHtml(parts.join('')))).toEqual([])
      }),
      { numRuns: runs(2000) },
    )
  })

  test('does not change clean HTML', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const cleaned = cleanHtml(parts.join(''))
        expect(cleanHtml(cleaned)).toBe(cleaned)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('limits the depth of nesting', () => {
    const deep = cleanHtml(`${'<div>'.repeat(5000)}x`)
    expect(deep.match(/<div>/g)?.length ?? 0).toBeLessThanOrEqual(64)
  })
})

const TAGS = new Set(
  `a b big blockquote br center code div em font hr i img p pre s small span strike strong sub sup u h1 h2 h3 h4 h5 h6
  dd dl dt li ol ul caption col colgroup table tbody td tfoot th thead tr`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `style dir lang title href src alt width height border align color face size start type cellpadding cellspacing valign
  bgcolor span colspan rowspan scope`.split(/\s+/),
)

/** Reads the output by its only allowed format. Anything else is a fault. */
const faultsOf = (html: string): string[] => {
  const faults: string[] = []
  const tag = /<(\/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g
  const rest = html.replace(tag, (_, _close, name: string, attributes: string) => {
    if (!TAGS.has(name)) faults.push(`tag ${name}`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g))
      if (!isHarmless(attribute, value)) faults.push(`${attribute}=${value}`)
    return ''
  })
  return /[<>]/.test(rest) ? [...faults, `markup in ${rest}`] : faults
}

const isHarmless = (attribute: string, value: string): boolean => {
  if (attribute === 'href') return /^(?:https?:\/\/|mailto:|tel:)/i.test(value)
  if (attribute === 'src') return /^https:\/\//i.test(value)
  if (attribute === 'style')
    return !/url|expression|import|@|\\|javascript/i.test(value.replace(/&quot;[^&]*&quot;/g, ''))
  return ATTRIBUTES.has(attribute)
}
