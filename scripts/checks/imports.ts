import { type Fault, lineAt, type SourceFile } from './sources.ts'

const BEFORE_MODULE = /\b(from|import|import\s*\(|require\s*\(|(un)?mock\s*\()\s*['"`]$/

/** No import climbs two or more levels: use an alias instead. */
export const checkImports = (files: SourceFile[]): Fault[] =>
  files.flatMap(({ path, text, code, pieces }) =>
    pieces
      .filter((piece) => piece.kind !== 'comment' && piece.text.startsWith('../../'))
      .filter((piece) => BEFORE_MODULE.test(code.slice(Math.max(0, piece.at - 40), piece.at)))
      .map((piece) => ({
        path,
        line: lineAt(text, piece.at),
        message: `"${piece.text}" climbs two levels: import by an alias (#areas, #kernel, #test ...)`,
      })),
  )
