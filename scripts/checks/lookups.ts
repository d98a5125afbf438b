import { type Fault, lineAt, type SourceFile } from './sources.ts'

/** The types whose keys are any text. An index signature is written as the first member. */
const OPEN = String.raw`Record<\s*string\b|{\s*(?:readonly\s+)?\[\w+:\s*string\s*\]`
const WRAPPED = '(?:(?:Readonly|Partial)<)*'
const ALIASED = new RegExp(
  String.raw`(export )?(?:type (\w+)[^=\n]*=\s*${WRAPPED}(?:${OPEN})|interface (\w+)[^{]*(?=${OPEN}))`,
  'g',
)
const IMPORTED = /^import (?:type )?{([^}]*)}/gm
const CAST_KEY = /\[\s*[\w.]+\s+as\s+keyof\b/g
/** The one function that reads them, after it has checked that the key is not inherited. */
const OWN_VALUE = 'src/kernel/lookups/own-value.ts'

/**
 * A plain object inherits `__proto__`, `constructor` and `toString`, so a key of the input can find what no caller entered.
 * Constants are looked up in a Map, parsed records by ownValue. Types cannot help: a Record<string, T> accepts any key.
 */
export const checkLookups = (files: SourceFile[]): Fault[] => {
  const product = files.filter(({ path }) => path.startsWith('src/') && path !== OWN_VALUE)
  const exported = new Set(
    product.flatMap(({ code }) => aliasesIn(code).flatMap(({ name, isExported }) => (isExported ? [name] : []))),
  )
  const fields = new Set(product.flatMap(({ code }) => [...namesIn(interfacesOf(code), openTypes(code, exported))]))
  return product.flatMap((file) => {
    const types = openTypes(file.code, exported)
    const found = [...readsOf(file, [...namesIn(file.code, types)]), ...readsOf(file, [...fields], '\\.')]
    const cast = new RegExp(String.raw`\bas\s+${types}[^()\n]*\)\??\.?\[`, 'g')
    for (const pattern of [cast, CAST_KEY]) found.push(...[...file.code.matchAll(pattern)].map(({ index }) => index))
    return [...new Set(found)]
      .sort((one, other) => one - other)
      .map((at) => ({
        path: file.path,
        line: lineAt(file.text, at),
        message: `"${file.text.slice(at).split(/[[\n]/)[0]}[...]": look up in a Map, or by ownValue (kernel/lookups)`,
      }))
  })
}

const aliasesIn = (code: string) =>
  [...code.matchAll(ALIASED)].map(([, exported, type, name]) => ({
    name: type ?? name ?? '',
    isExported: Boolean(exported),
  }))

/** A pattern of the types with arbitrary keys that a file can name: written out, or by an alias of its own or an imported one. */
const openTypes = (code: string, exported: ReadonlySet<string>): string => {
  const imported = [...code.matchAll(IMPORTED)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  const aliases = [...aliasesIn(code).map(({ name }) => name), ...imported.filter((name) => exported.has(name))]
  return `${WRAPPED}(?:${[OPEN, ...aliases.map((name) => String.raw`${name}\b(?!\[\])`)].join('|')})`
}

const namesIn = (code: string, types: string): Set<string> => {
  const declared = [String.raw`(\w+)\??:\s*${types}`, String.raw`\b(\w+)\s*=\s*[^=;\n]*\bas\s+${types}`]
  return new Set(
    declared.flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))].map(([, name = '']) => name)),
  )
}

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
