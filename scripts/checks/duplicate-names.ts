import { exportsOf } from './prose.ts'
import { type Fault, isInArea, isTyped, type SourceFile } from './sources.ts'

/** No two files of an area export different things under the same name: a reader would find the wrong one. */
export const checkDuplicateNames = (files: SourceFile[]): Fault[] => {
  const first = new Map<string, string>()
  return files
    .filter((file) => isInArea(file) && isTyped(file))
    .flatMap((file) =>
      exportsOf(file).flatMap(({ line, name }) => {
        const key = `${areaOf(file.path)} ${name}`
        const other = first.get(key) ?? file.path
        first.set(key, other)
        if (other === file.path) return []
        return [{ path: file.path, line, message: `"${name}": ${other} exports this name too, give one another name` }]
      }),
    )
}

/** src/areas/<wing>/<area>/...; a file that belongs to no area counts as one itself. */
const areaOf = (path: string): string => {
  const parts = path.split('/')
  return parts.length > 4 ? parts.slice(0, 4).join('/') : path
}
