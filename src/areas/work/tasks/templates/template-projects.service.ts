import type { ProjectFromTemplateInput } from '#contract/work/projects'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { fold } from '#kernel/text/fold'
import { addDays, type Day, laterDay } from '#kernel/time/calendar'
import { dateOf } from '#kernel/time/day'
import type { Project, ProjectTemplateTask } from '#prisma/client'
import { readName } from '../names.input.ts'
import { milestoneChange, recordMilestones } from '../projects/milestone-changes.ts'
import { planProjectValues, writeProjectValues } from '../projects/project-values.service.ts'
import { readProject, type VersionedProject } from '../projects/projects.queries.ts'
import { recordProject } from '../projects/projects.service.ts'
import { assertThere, holdContacts } from '../references.queries.ts'
import { recordTasks } from '../task-records.service.ts'
import { refuse } from '../tasks.input.ts'
import { blankTask, type TaskFields } from '../tasks.model.ts'
import { todayOf } from '../tasks.service.ts'
import { insertTasks, newTaskIds } from '../tasks.sql.ts'
import { getTemplate, type WholeTemplate } from './templates.queries.ts'

/**
 * Makes a project with the milestones and tasks of a template. Days are counted from the project's first one.
 *
 * @throws 404; 422 name-needed, unknown-reference, type-inactive, required-field.
 */
export const makeProject = (
  scope: Scope,
  templateId: number,
  input: ProjectFromTemplateInput,
): Promise<VersionedProject> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const contactId = input.ContactId || null
    const [managerId, assigneeId] = [input.ManagerContactId || null, input.AssignedToContactId || null]
    await holdContacts(scope, tx, [contactId, managerId, assigneeId])
    await tx.$queryRaw`select 1 from project_template where tenant_id = ${tenantId} and id = ${templateId} for share`
    const template = await getTemplate(scope, templateId, tx)
    await assertThere(scope, tx, [
      { pointer: '/ManagerContactId', id: managerId, kind: 'staff' },
      { pointer: '/AssignedToContactId', id: assigneeId, kind: 'staff' },
      { pointer: '/ContactId', id: contactId, kind: 'contact' },
    ])
    await assertTypesActive(scope, tx, template)
    const start = readStart(scope, input.StartDate)
    const plan = await planProjectValues(scope, tx, { id: 0, typeId: template.typeId }, input.CustomFields)
    const project = await createProject(scope, tx, template, input, start)
    const values = await writeProjectValues(scope, tx, project.id, plan)
    const milestones = await copyMilestones(scope, tx, template, project)
    const common = { projectId: project.id, contactId, assigneeId }
    await copyTasks(scope, tx, template, { start, milestones, common })
    await recordProject(scope, tx, project, 'created', { ...values, templateId })
    return readProject(scope, project.id, tx)
  })

/** So far from the ends of the calendar that every day of a template has a place in it. */
const [EARLIEST, LATEST] = ['1000-01-01', '9900-12-31']

const readStart = (scope: Scope, sent: Day | null | undefined): Day => {
  const start = sent ?? todayOf(scope)
  if (start < EARLIEST || start > LATEST)
    refuse([{ pointer: '/StartDate', message: `must lie between ${EARLIEST} and ${LATEST}` }])
  return start
}

const assertTypesActive = async ({ db }: Scope, tx: Transaction, { tasks }: WholeTemplate): Promise<void> => {
  const where = { tenantId: db.tenantId, id: { in: tasks.map(({ typeId }) => typeId) }, isActive: false }
  const inactive = await tx.taskType.findFirst({ where })
  if (inactive) throw ruleRefused('type-inactive', `The type "${inactive.name}" is given to no new task.`)
}

/** It lasts to the last of its tasks. */
const createProject = (
  { db, clock }: Scope,
  tx: Transaction,
  template: WholeTemplate,
  input: ProjectFromTemplateInput,
  start: Day,
): Promise<Project> => {
  const name = readName(input.Name ?? template.name)
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

/** Answers the new milestones' ids by those of the template's. */
const copyMilestones = async (
  scope: Scope,
  tx: Transaction,
  template: WholeTemplate,
  { id: projectId }: Project,
): Promise<Map<number, number>> => {
  const { tenantId } = scope.db
  if (template.milestones.length === 0) return new Map()
  const data = template.milestones.map(({ name, nameKey }) => ({ tenantId, projectId, name, nameKey }))
  const made = await tx.projectMilestone.createManyAndReturn({ data })
  await recordMilestones(
    scope,
    tx,
    made.map((milestone) => milestoneChange(milestone, 'created')),
  )
  const idOf = new Map(made.map(({ id, nameKey }) => [nameKey, id]))
  return new Map(template.milestones.map(({ id, nameKey }) => [id, idOf.get(nameKey) ?? 0]))
}

interface Copying {
  start: Day
  milestones: ReadonlyMap<number, number>
  common: Pick<TaskFields, 'projectId' | 'contactId' | 'assigneeId'>
}

/** All tasks in one statement, with ids drawn beforehand: they refer to each other. */
const copyTasks = async (scope: Scope, tx: Transaction, { tasks }: WholeTemplate, copying: Copying): Promise<void> => {
  if (tasks.length === 0) return
  const ids = await newTaskIds(tx, tasks.length)
  const idOf = new Map(tasks.map(({ number }, place) => [number, ids[place] ?? 0]))
  const idOrNull = (number: number | null) => (number === null ? null : (idOf.get(number) ?? null))
  const records = tasks.map((task) => ({
    id: idOrNull(task.number) ?? 0,
    parentId: idOrNull(task.parentNumber),
    fields: { ...fieldsFrom(task, copying), dependsOnId: idOrNull(task.dependsOnNumber) },
  }))
  await insertTasks(scope, tx, records)
  await recordTasks(
    scope,
    tx,
    records.map(({ id, parentId, fields }) => ({ id, auditId: 1, before: null, after: fields, parentId })),
  )
}

const fieldsFrom = (task: ProjectTemplateTask, { start, milestones, common }: Copying): TaskFields => ({
  ...blankTask(task.name, task.typeId),
  ...common,
  description: task.description,
  priorityId: task.priorityId,
  milestoneId: task.milestoneId === null ? null : (milestones.get(task.milestoneId) ?? null),
  startDate: task.startDay === null ? null : addDays(start, task.startDay),
  dueDate: task.dueDay === null ? null : addDays(start, task.dueDay),
  estimatedHours: Number(task.estimatedHours),
})
