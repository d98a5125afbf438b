import { type Fault, lineAt, type SourceFile } from './sources.ts'

const TABLE = String.raw`(?:(?:Readonly|Partial)<)*Record<\s*string\b`
const DECLARED = [
  new RegExp(String.raw`(\w+)\??:\s*${TABLE}`, 'g'),
  new RegExp(String.raw`\b(\w+)\s*=\s*[^=;\n]*\bas\s+${TABLE}`, 'g'),
]
const CAST = new RegExp(String.raw`\bas\s+${TABLE}[^()\n]*>\)\??\.?\[`, 'g')
const CAST_KEY = /\[\s*[\w.]+\s+as\s+keyof\b/g
/** The one function that reads them, after it has checked that the key is not inherited. */
const OWN_VALUE = 'src/kernel/lookups/own-value.ts'

/**
 * A plain object inherits `__proto__`, `constructor` and `toString`, so a key of the input can find what nobody entered.
 * Constants are looked up in a Map, parsed records by ownValue. Types cannot help: a Record<string, T> accepts any key.
 */
export const checkLookups = (files: SourceFile[]): Fault[] => {
  const product = files.filter(({ path }) => path.startsWith('src/') && path !== OWN_VALUE)
  const fields = namesIn(product.map(({ code }) => interfacesOf(code)).join('\n'))
  return product.flatMap((file) => {
    const found = [...readsOf(file, [...namesIn(file.code)]), ...readsOf(file, [...fields], '\\.')]
    for (const pattern of [CAST, CAST_KEY]) found.push(...[...file.code.matchAll(pattern)].map(({ index }) => index))
    return [...new Set(found)]
      .sort((one, other) => one - other)
      .map((at) => ({
        path: file.path,
        line: lineAt(file.text, at),
        message: `"${file.text.slice(at).split(/[[\n]/)[0]}[...]": look up in a Map, or by ownValue (kernel/lookups)`,
      }))
  })
}

const namesIn = (code: string): Set<string> =>
  new Set(DECLARED.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name)))

const interfacesOf = (code: string): string =>
  [...code.matchAll(/\binterface\s+\w+[^{]*{[^}]*}/g)].map(([text]) => text).join('\n')

/** The offsets of reads by a computed key. Writes are left out, and so are keys that are literals. */
const readsOf = ({ code }: SourceFile, names: string[], before = '(?<![\\w.])'): number[] => {
  if (names.length === 0) return []
  const read = new RegExp(String.raw`${before}(?:${names.join('|')})(?:\?\.)?\[(?!['"\d\]])`, 'g')
  return [...code.matchAll(read)].filter(({ index }) => !isWrite(code, index)).map(({ index }) => index)
}

const isWrite = (code: string, at: number): boolean => {
  let depth = 0
  for (let end = code.indexOf('[', at); end < code.length; end++) {
    depth += code[end] === '[' ? 1 : code[end] === ']' ? -1 : 0
    if (depth === 0) return /^\s*=(?![=>])/.test(code.slice(end + 1, end + 20))
  }
  return false
}
