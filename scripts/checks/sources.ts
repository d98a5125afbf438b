import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Lexed, lex } from './lexer.ts'

/** The folders and types of files that the check reads. */
export const FOLDERS = ['src', 'test', 'bench', 'scripts', 'openapi', 'prisma/schema']
export const ENDINGS = ['.ts', '.mjs', '.yaml', '.prisma']

export interface SourceFile extends Lexed {
  /** From the root of the repository, with slashes. */
  path: string
  text: string
}

/** A broken rule, with the line that breaks it. */
export interface Fault {
  path: string
  line: number
  message: string
}

export const sourceFile = (path: string, text: string): SourceFile => {
  const isCode = /\.(ts|mjs)$/.test(path)
  return { path, text, ...(isCode ? lex(text) : { pieces: [], code: '' }) }
}

/** The hand-written files with one of these endings below the folders, or named themselves. Generated code is left out. */
export const readSources = (root: string, paths: string[], endings: string[]): SourceFile[] =>
  paths
    .flatMap((path) => (statSync(join(root, path)).isFile() ? [path] : filesBelow(root, path)))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => !path.startsWith('src/contract/') && !path.startsWith('src/generated/'))
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, sep).length).split(sep).join('/'))
    .sort()

/** The line of an offset, counted from 1. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

export const isTyped = ({ path }: SourceFile): boolean => path.endsWith('.ts')
export const isInArea = ({ path }: SourceFile): boolean => path.startsWith('src/areas/')

/** One fault for each match of the pattern in the code of the files. */
export const findInCode = (files: SourceFile[], pattern: RegExp, message: (found: string) => string): Fault[] =>
  files.flatMap(({ path, text, code }) =>
    [...code.matchAll(pattern)].map((match) => ({
      path,
      line: lineAt(text, match.index),
      message: message(match[0].trim()),
    })),
  )

/** The area of a file: `people/contacts`. */
export const areaOf = (path: string): string | undefined => /^src\/areas\/([^/]+\/[^/]+)\//.exec(path)?.[1]
