import type { ProjectInput } from '#contract/work/projects'
import { parseName, parseText } from '#kernel/records/names'
import { fold } from '#kernel/text/fold'
import { dateOf } from '#kernel/time/day'
import type { Project } from '#prisma/client'
import { requireNoFaults } from '../tasks.input.ts'

/** Parses a project. A field that is left out keeps its value; null clears it. @throws 422 name-needed, task-rule. */
export const parseProject = (input: ProjectInput, current: Project | null) => {
  const name = parseName(input.Name, current?.name)
  const startDate = parseDate(input.StartDate, current?.startDate)
  const dueDate = parseDate(input.DueDate, current?.dueDate)
  if (startDate && dueDate && dueDate < startDate)
    requireNoFaults([{ pointer: '/DueDate', message: 'must not be before StartDate' }])
  return {
    name,
    nameKey: fold(name),
    description: parseText(input.Description, current?.description),
    typeId: input.ProjectTypeId === undefined ? (current?.typeId ?? null) : input.ProjectTypeId || null,
    managerId: input.ManagerContactId === undefined ? (current?.managerId ?? null) : input.ManagerContactId || null,
    startDate,
    dueDate,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

export type ProjectFields = ReturnType<typeof parseProject>

const parseDate = (sent: string | null | undefined, current: Date | null | undefined): Date | null => {
  if (sent === undefined) return current ?? null
  return sent === null ? null : dateOf(sent)
}
