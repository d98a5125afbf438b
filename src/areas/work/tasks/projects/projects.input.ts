import type { ProjectInput } from '#contract/work/projects'
import { fold } from '#kernel/text/fold'
import { dateOf } from '#kernel/time/day'
import type { Project } from '#prisma/client'
import { readName, readText } from '../names.input.ts'
import { refuse } from '../tasks.input.ts'

/** What the input makes of a project: fields left out keep their value, null clears them. */
export const readProjectInput = (input: ProjectInput, current: Project | null) => {
  const name = readName(input.Name, current?.name)
  const startDate = readDate(input.StartDate, current?.startDate)
  const dueDate = readDate(input.DueDate, current?.dueDate)
  if (startDate && dueDate && dueDate < startDate)
    refuse([{ pointer: '/DueDate', message: 'must not be before StartDate' }])
  return {
    name,
    nameKey: fold(name),
    description: readText(input.Description, current?.description),
    typeId: input.ProjectTypeId === undefined ? (current?.typeId ?? null) : input.ProjectTypeId || null,
    managerId: input.ManagerContactId === undefined ? (current?.managerId ?? null) : input.ManagerContactId || null,
    startDate,
    dueDate,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

export type ProjectFields = ReturnType<typeof readProjectInput>

const readDate = (sent: string | null | undefined, current: Date | null | undefined): Date | null => {
  if (sent === undefined) return current ?? null
  return sent === null ? null : dateOf(sent)
}
