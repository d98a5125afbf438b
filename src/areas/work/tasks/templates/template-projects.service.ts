import type { ProjectFromTemplateInput } from '#contract/work/projects'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRows } from '#kernel/records/lock'
import { parseName } from '#kernel/records/names'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { fold } from '#kernel/text/fold'
import { addDays, type Day, laterDay } from '#kernel/time/calendar'
import { dateOf, todayOf } from '#kernel/time/day'
import type { Project, ProjectTemplateTask } from '#prisma/client'
import { describeMilestoneChange, recordMilestones } from '../milestones/milestones.service.ts'
import { readProject } from '../projects/projects.queries.ts'
import { planProjectValues, recordProject, saveProjectValues } from '../projects/projects.service.ts'
import { lockGivenContacts, requireRecords, typeInactive } from '../references.queries.ts'
import { getNewTaskIds, insertTasks, recordTasks } from '../task-records.service.ts'
import { requireNoFaults } from '../tasks.input.ts'
import { makeDefaultTask, type TaskFields } from '../tasks.model.ts'
import { getTemplate, templateKind, type WholeTemplate } from './templates.queries.ts'

/**
 * Creates a project with the milestones and tasks of a template. Days are counted from the first day of the project.
 *
 * @throws 404; 422 name-needed, unknown-reference, type-inactive, required-field.
 */
export const createProjectFromTemplate = (
  scope: Scope,
  templateId: number,
  input: ProjectFromTemplateInput,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const contactId = input.ContactId || null
    const managerId = input.ManagerContactId || null
    const assigneeId = input.AssignedToContactId || null
    await lockGivenContacts(scope, tx, [contactId, managerId, assigneeId])
    await lockRows(scope, tx, templateKind, [templateId], 'share')
    const template = await getTemplate(scope, templateId, tx)
    await requireRecords(scope, tx, [
      { pointer: '/ManagerContactId', id: managerId, kind: 'staff' },
      { pointer: '/AssignedToContactId', id: assigneeId, kind: 'staff' },
      { pointer: '/ContactId', id: contactId, kind: 'contact' },
    ])
    await requireTypesActive(scope, tx, template)
    const start = parseStart(scope, input.StartDate)
    const plan = await planProjectValues(scope, tx, { id: 0, typeId: template.typeId }, input.CustomFields)
    const project = await createProject(scope, tx, template, input, start)
    const values = await saveProjectValues(scope, tx, project.id, plan)
    const milestones = await copyMilestones(scope, tx, template, project)
    const common = { projectId: project.id, contactId, assigneeId }
    await copyTasks(scope, tx, template, { start, milestones, common })
    await recordProject(scope, tx, project, 'created', { ...values, templateId })
    return readProject(scope, project.id, tx)
  })

/** Every day of a template, counted from one of these, is a valid date. */
const EARLIEST = '1000-01-01'
const LATEST = '9900-12-31'

const parseStart = (scope: Scope, sent: Day | null | undefined): Day => {
  const start = sent ?? todayOf(scope)
  if (start < EARLIEST || start > LATEST)
    requireNoFaults([{ pointer: '/StartDate', message: `must be between ${EARLIEST} and ${LATEST}` }])
  return start
}

const requireTypesActive = async ({ db }: Scope, tx: Transaction, { tasks }: WholeTemplate): Promise<void> => {
  const where = { tenantId: db.tenantId, id: { in: tasks.map(({ typeId }) => typeId) }, isActive: false }
  const inactive = await tx.taskType.findFirst({ where })
  if (inactive) throw typeInactive(inactive.name)
}

/** Creates a project, which is due on the last day of its tasks. */
const createProject = (
  { db, clock }: Scope,
  tx: Transaction,
  template: WholeTemplate,
  input: ProjectFromTemplateInput,
  start: Day,
): Promise<Project> => {
  const name = parseName(input.Name ?? template.name)
  const days = template.tasks
    .map(({ startDay, dueDay }) => dueDay ?? startDay)
    .flatMap((day) => (day === null ? [] : [addDays(start, day)]))
  return tx.project.create({
    data: {
      tenantId: db.tenantId,
      name,
      nameKey: fold(name),
      description: template.description,
      typeId: template.typeId,
      managerId: input.ManagerContactId || null,
      startDate: dateOf(start),
      dueDate: days.length > 0 ? dateOf(days.reduce(laterDay, start)) : null,
      createdAt: clock.now(),
    },
  })
}

/** Returns the ids of the new milestones by those of the template's milestones. */
const copyMilestones = async (
  scope: Scope,
  tx: Transaction,
  template: WholeTemplate,
  { id: projectId }: Project,
): Promise<Map<number, number>> => {
  const { tenantId } = scope.db
  if (template.milestones.length === 0) return new Map()
  const data = template.milestones.map(({ name, nameKey }) => ({ tenantId, projectId, name, nameKey }))
  const created = await tx.projectMilestone.createManyAndReturn({ data })
  await recordMilestones(
    scope,
    tx,
    created.map((milestone) => describeMilestoneChange(milestone, 'created')),
  )
  const idOf = new Map(created.map(({ id, nameKey }) => [nameKey, id]))
  return new Map(template.milestones.map(({ id, nameKey }) => [id, idOf.get(nameKey) ?? 0]))
}

interface Copy {
  start: Day
  milestones: ReadonlyMap<number, number>
  common: Pick<TaskFields, 'projectId' | 'contactId' | 'assigneeId'>
}

/** Inserts all tasks in one statement, with ids that are drawn before: the tasks reference each other. */
const copyTasks = async (scope: Scope, tx: Transaction, { tasks }: WholeTemplate, copy: Copy): Promise<void> => {
  if (tasks.length === 0) return
  const ids = await getNewTaskIds(scope, tx, tasks.length)
  const idOf = new Map(tasks.map(({ number }, index) => [number, ids[index] ?? 0]))
  const idOrNull = (number: number | null) => (number === null ? null : (idOf.get(number) ?? null))
  const records = tasks.map((task) => ({
    id: idOrNull(task.number) ?? 0,
    parentId: idOrNull(task.parentNumber),
    fields: { ...fieldsFrom(task, copy), dependsOnId: idOrNull(task.dependsOnNumber) },
  }))
  await insertTasks(scope, tx, records)
  await recordTasks(
    scope,
    tx,
    records.map(({ id, parentId, fields }) => ({ id, auditId: 1, before: null, after: fields, parentId })),
  )
}

const fieldsFrom = (task: ProjectTemplateTask, { start, milestones, common }: Copy): TaskFields => ({
  ...makeDefaultTask(task.name, task.typeId),
  ...common,
  description: task.description,
  priorityId: task.priorityId,
  milestoneId: task.milestoneId === null ? null : (milestones.get(task.milestoneId) ?? null),
  startDate: task.startDay === null ? null : addDays(start, task.startDay),
  dueDate: task.dueDay === null ? null : addDays(start, task.dueDay),
  estimatedHours: Number(task.estimatedHours),
})
