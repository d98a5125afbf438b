import { expect } from 'vitest'
import { advanceWorkflow } from '#areas/work/workflows/engine/engine.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'

export type Json = Record<string, unknown>

/** A server with its own clock, and the requests that tests of workflows repeat. */
export class WorkflowBench {
  readonly server: TestApp
  readonly caller: TestCaller
  #now: { at: Date }
  #made = 0

  constructor(server: TestApp, caller: TestCaller, now: { at: Date }) {
    this.server = server
    this.caller = caller
    this.#now = now
  }

  get tenantId(): number {
    return this.caller.tenant.id
  }

  now = (): Date => this.#now.at

  setTime(time: string | Date): void {
    this.#now.at = new Date(time)
  }

  async good(answer: ReturnType<TestCaller['post']>): Promise<Json> {
    const got = await answer
    expect(got.statusCode, got.body).toBe(200)
    return got.json()
  }

  async refused(answer: ReturnType<TestCaller['post']>, status: number, code: string): Promise<Json> {
    const got = await answer
    expect([got.statusCode, got.json().code], got.body).toEqual([status, code])
    return got.json()
  }

  async group(): Promise<number> {
    return (await this.good(this.caller.post('/api/groups/0', { Name: `Group ${++this.#made}` }))).GroupId as number
  }

  async person(fields: Json = {}): Promise<number> {
    const { system } = this.server.database
    const name = `Person ${++this.#made}`
    const emailAddress = `person${this.#made}@x.example`
    const contact = await system.contact.create({
      data: {
        tenantId: this.tenantId,
        systemTypeId: 1,
        firstName: name,
        displayName: name,
        sortName: name.toLowerCase(),
        emailAddress,
        ...fields,
      },
    })
    return contact.id
  }

  join = (groupId: number, ...ids: number[]) =>
    this.good(this.caller.post(`/api/groups/${groupId}/members`, { ContactIds: ids }))

  part = (groupId: number, ...ids: number[]) =>
    this.good(this.caller.post(`/api/groups/${groupId}/members/remove`, { ContactIds: ids }))

  async template(fields: Json = {}): Promise<number> {
    const body = { Name: `Template ${++this.#made}`, Subject: 'Hello', Html: '<p>Dear {{ to.name }}</p>', ...fields }
    return (await this.good(this.caller.post('/api/mail/templates/0', body))).TemplateId as number
  }

  /** A workflow that is off, with sources. */
  async workflow(groupIds: number[], fields: Json = {}): Promise<number> {
    const body = {
      Name: `Workflow ${++this.#made}`,
      SystemScheduleTypeId: '1',
      WorkflowSources: groupIds.map((GroupId) => ({ GroupId, IsAnti: false })),
      ...fields,
    }
    return (await this.good(this.caller.post('/api/workflows/0', body))).WorkflowId as number
  }

  /** Adds a step after the others of its lane. */
  async step(workflowId: number, type: number, options: Json, place: Json = {}): Promise<number> {
    const board = await this.board(workflowId)
    const logic = place.LogicStepId ? Number(place.LogicStepId) : null
    const lane = board.find(
      (one) => one.LogicStepId === logic && one.IsInverseLogic === ((place.IsInverseLogic as boolean) ?? false),
    )
    const last = lane?.Steps.at(-1)?.WorkflowStepId
    const body = { SystemStepTypeId: String(type), PreviousStepId: last ? String(last) : null, ...options, ...place }
    const saved = await this.good(this.caller.post(`/api/workflows/workflowstep/${workflowId}/0`, body))
    return saved.WorkflowStepId as number
  }

  async board(workflowId: number) {
    const { Lanes } = await this.good(this.caller.get(`/api/workflows/workflowsteps/${workflowId}`))
    return Lanes as {
      LogicStepId: number | null
      IsInverseLogic: boolean
      Name: string
      Steps: { WorkflowStepId: number; AuditId: number; Pending: number }[]
    }[]
  }

  general = (id: number) => this.good(this.caller.get(`/api/workflows/${id}/general`))

  async switchOn(id: number, IsActive = true): Promise<Json> {
    const { AuditId } = await this.general(id)
    return this.good(this.caller.post(`/api/workflows/${id}/staus/update`, { AuditId, IsActive }))
  }

  /** Does the work of the worker: applies the sources and advances all due contacts. */
  async run(id: number): Promise<void> {
    const { database } = this.server
    await database.system.workflow.updateMany({
      where: { tenantId: this.tenantId, id, isActive: true },
      data: { stirredAt: this.now() },
    })
    const context = { database, clock: { now: this.now }, log: createLogger('silent') }
    const scope = await systemScope(context, this.tenantId)
    while (!(await advanceWorkflow(scope, id)));
    expect(
      await this.#forgotten(),
      'workflows that have something to do, and no run of every minute would find',
    ).toEqual([])
  }

  /** The workflows without hours that have something to do, but are not due. */
  #forgotten = () => {
    const now = this.now()
    const runs = { some: { state: 'active', dueAt: { lte: now } } }
    const isMissed = { OR: [{ nextRunAt: null }, { nextRunAt: { gt: now } }] }
    const active = { tenantId: this.tenantId, isActive: true, deletedAt: null, scheduleTypeId: 1 }
    return this.server.database.system.workflow.findMany({
      where: { ...active, AND: [isMissed, { OR: [{ stirredAt: { lte: now } }, { runs }] }] },
    })
  }

  runs = (workflowId: number) =>
    this.server.database.system.workflowRun.findMany({
      where: { tenantId: this.tenantId, workflowId },
      orderBy: [{ contactId: 'asc' }, { rotation: 'asc' }],
      include: { stepRuns: { orderBy: [{ arrivedAt: 'asc' }, { visit: 'asc' }] } },
    })

  mails = () =>
    this.server.database.system.mailMessage.findMany({ where: { tenantId: this.tenantId }, orderBy: { id: 'asc' } })
}

/** @param time the initial time of its clock; null: the clock of the machine, which other processes share. */
export const openWorkflows = async (time: string | null, options: TestAppOptions = {}): Promise<WorkflowBench> => {
  const now = { at: new Date(time ?? Date.now()) }
  const clock = time === null ? systemClock : { now: () => now.at }
  const server = await buildTestApp({ clock, ...options })
  return new WorkflowBench(server, await server.tenant(), now)
}
