import { tenantSeeds } from '#areas/joined'
import { advanceBatch } from '#areas/work/workflows/engine/batches.service'
import { followSources } from '#areas/work/workflows/engine/enrollment.service'
import type { Database } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { provisionTenant } from '#kernel/tenancy/provision'
import type { Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { refreshStatistics } from '#src/demo/load/statistics'
import type { Phase } from './report.ts'
import { forgetStatements, slowestStatements } from './statements.ts'

const DAY_MS = 86_400_000

/** A workflow of an email, a tag and a wait of a day, for all contacts of a tenant, with a simulated clock. */
export class Journey {
  readonly #database: Database
  readonly #scope: Scope
  readonly #count: number
  readonly #clock: { at: Date }
  readonly #groupId: number
  readonly #templateId: number

  private constructor(
    { database, scope, clock }: { database: Database; scope: Scope; clock: { at: Date } },
    { count, groupId, templateId }: { count: number; groupId: number; templateId: number },
  ) {
    this.#database = database
    this.#scope = scope
    this.#clock = clock
    this.#count = count
    this.#groupId = groupId
    this.#templateId = templateId
  }

  static async prepare(database: Database, count: number): Promise<Journey> {
    const { system } = database
    const { id: tenantId } = await provisionTenant(database, { key: `journey-${count}`, name: 'Journey' }, tenantSeeds)
    const clock = { at: new Date('2026-11-21T12:00:00Z') }
    const context = { database, clock: { now: () => clock.at }, log: createLogger('silent') }
    const scope = await systemScope(context, tenantId)
    const { id: groupId } = await system.group.create({ data: { tenantId, name: 'All' } })
    const words = { subject: 'Welcome', html: '<p>Dear {{ to.name }}, good to have you.</p>' }
    const { id: templateId } = await system.mailTemplate.create({
      data: { tenantId, name: 'Journey', nameKey: 'journey', ...words },
    })
    await system.$executeRaw`
      WITH person AS (
        INSERT INTO contact (tenant_id, system_type_id, first_name, last_name, display_name, sort_name, email_address)
        SELECT ${tenantId}::int, 1, 'Ada', 'No' || n, 'Ada No' || n, 'no' || n || ' ada', 'a' || n || '@journey.example'
        FROM generate_series(1, ${count}::int) n RETURNING id, email_address
      ), mailed AS (
        INSERT INTO contact_email (tenant_id, contact_id, address, address_key)
        SELECT ${tenantId}::int, id, email_address, email_address FROM person
      )
      INSERT INTO contact_group_member (tenant_id, group_id, contact_id)
      SELECT ${tenantId}::int, ${groupId}::int, id FROM person`
    await refreshStatistics(database.ownerUrl, ['contact', 'contact_email', 'contact_group_member'])
    return new Journey({ database, scope, clock }, { count, groupId, templateId })
  }

  async measure(note: (line: string) => void): Promise<Phase[]> {
    const first = await this.#workflow()
    const second = await this.#workflow()
    const phases = [
      await this.#timed('enrol', () => followSources(this.#scope, first)),
      await this.#timed('email, tag, wait', () => this.#advance(first)),
      await this.#timed('wait over, end', () => this.#tomorrow(first)),
    ]
    await followSources(this.#scope, second)
    await this.#advance(second)
    await this.#database.system.groupMember.updateMany({
      where: { tenantId: this.#scope.db.tenantId, groupId: this.#groupId },
      data: { state: 'removed' },
    })
    phases.push(await this.#timed('leave early', () => followSources(this.#scope, second)))
    for (const { name, rate } of phases) note(`${this.#count} contacts: ${name}: ${Math.round(rate)} a second`)
    await this.#expect(first, 'completed')
    await this.#expect(second, 'optedout')
    return phases
  }

  async #workflow(): Promise<Workflow> {
    const { system } = this.#database
    const { tenantId } = this.#scope.db
    const { id: workflowId } = await system.workflow.create({
      data: { tenantId, name: 'Welcome', createdBy: 'system', author: 'bench', scheduleTypeId: 1, isActive: true },
    })
    await system.workflowSource.create({ data: { tenantId, workflowId, groupId: this.#groupId, isAnti: false } })
    const email = { Subject: null, FromDisplayName: null, ReplyToEmailAddress: null, TemplateTypeId: 1 }
    const steps = [
      { typeId: 3, options: { ...email, TemplateId: this.#templateId } },
      { typeId: 8, options: { Tags: ['Welcomed'] } },
      { typeId: 1, options: { Quantity: 1, Unit: 'days' } },
    ]
    await system.workflowStep.createMany({
      data: steps.map((step, at) => ({ tenantId, workflowId, position: at + 1, ...step })),
    })
    return system.workflow.findFirstOrThrow({ where: { tenantId, id: workflowId } })
  }

  async #advance({ id }: Workflow): Promise<void> {
    while ((await advanceBatch(this.#scope, id)).canContinue);
  }

  #tomorrow(workflow: Workflow): Promise<void> {
    this.#clock.at = new Date(this.#clock.at.getTime() + DAY_MS)
    return this.#advance(workflow)
  }

  async #timed(name: string, work: () => Promise<void>): Promise<Phase> {
    await forgetStatements(this.#database.ownerUrl)
    const began = performance.now()
    await work()
    const seconds = (performance.now() - began) / 1000
    return { name, seconds, rate: this.#count / seconds, statements: await slowestStatements(this.#database.ownerUrl) }
  }

  /** Throws if a part of the work was not done, because its rate would be wrong. */
  async #expect({ id: workflowId }: Workflow, state: string): Promise<void> {
    const where = { tenantId: this.#scope.db.tenantId, workflowId, state }
    const ended = await this.#database.system.workflowRun.count({ where })
    if (ended !== this.#count) throw new Error(`${ended} of ${this.#count} contacts ended as ${state}`)
  }
}
