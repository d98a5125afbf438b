import type { DirectoryEditInput } from '#contract/people/directories'
import { badInput } from '#kernel/errors/problem'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { Directory } from '#prisma/client'

export type DirectoryData = Pick<Directory, 'name' | 'nameKey' | 'isPublic'>

/** Parses a directory. A field that is left out keeps its value. @throws 400 naming the field. */
export const parseDirectory = ({ Name, IsPublic }: DirectoryEditInput, current: Directory | null): DirectoryData => {
  const name = Name === undefined ? current?.name : oneLine(Name ?? '')
  const nameKey = foldedWords(name ?? '').join(' ')
  if (!name || !nameKey) throw badInput('/Name', 'is required and must contain a letter or a digit')
  return { name, nameKey, isPublic: IsPublic ?? current?.isPublic ?? false }
}
