import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const operators = readFileSync(join(import.meta.dirname, '../../docs/operators.md'), 'utf8')

/** The code in the guide for operators whose first line contains a text, with a password where the guide has none. */
export const codeOfGuide = (mark: string): string => {
  const blocks = [...operators.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const found = blocks.find((code) => code.split('\n')[0]?.includes(mark))
  if (found === undefined) throw new Error(`docs/operators.md has no code that begins with "${mark}"`)
  return found.replaceAll("'...'", "'any'").replaceAll(/^--.*$/gm, '')
}
