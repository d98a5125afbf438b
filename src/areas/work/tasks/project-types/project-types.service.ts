import type { ProjectTypeInput } from '#contract/work/projects'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectType } from '#prisma/client'
import { nameKeyOf, readName } from '../names.input.ts'
import { projectTypeEvents } from '../projects/projects.events.ts'

const MOST_TYPES = 200

/** Creates a type of projects (id 0) or renames one. */
export const saveProjectType = (
  scope: Scope,
  id: number,
  input: ProjectTypeInput,
  expected: ExpectedVersion,
): Promise<ProjectType> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await holdType(scope, tx, id, expected)
    if (!current && (await tx.projectType.count({ where: { tenantId } })) >= MOST_TYPES)
      throw ruleRefused('too-many', `A tenant has at most ${MOST_TYPES} types of projects.`)
    const name = readName(input.Name, current?.name)
    const nameKey = nameKeyOf(name)
    if (await tx.projectType.findFirst({ where: { tenantId, nameKey, id: { not: id } } }))
      throw conflict('duplicate', `There is another type of projects called "${name}".`)
    const saved = current
      ? await tx.projectType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { name, nameKey, auditId: { increment: 1 } },
        })
      : await tx.projectType.create({ data: { tenantId, name, nameKey } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a type that no project, template or custom field has. */
export const deleteProjectType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const type = await holdType(scope, tx, id, expected)
    if (!type) throw notFound('project type')
    const where = { tenantId, typeId: id }
    const uses = [
      await tx.project.count({ where }),
      await tx.projectTemplate.count({ where }),
      await tx.customField.count({ where: { tenantId, projectTypeId: id } }),
    ]
    const count = uses.reduce((sum, each) => sum + each, 0)
    if (count > 0) throw conflict('in-use', `Projects, templates or custom fields (${count}) have this type.`)
    await tx.projectType.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, { ...type, auditId: type.auditId + 1 }, 'deleted')
  })

/** The type as nobody else changes it until the transaction ends; undefined for id 0. */
const holdType = async ({ db }: Scope, tx: Transaction, id: number, expected: ExpectedVersion) => {
  const { tenantId } = db
  await lockSubject(tx, { db }, 'project_type')
  if (id === 0) return undefined
  await tx.$queryRaw`select 1 from project_type where tenant_id = ${tenantId} and id = ${id} for update`
  const type = await tx.projectType.findFirst({ where: { tenantId, id } })
  if (!type) throw notFound('project type')
  assertVersion(type.auditId, expected)
  return type
}

const record = (
  scope: Scope,
  tx: Transaction,
  { id, auditId, name }: ProjectType,
  action: 'created' | 'updated' | 'deleted',
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'projecttype',
    entityId: id,
    auditId,
    action,
    changes: { name },
    event: { kind: projectTypeEvents[action], payload: { name } },
  })
