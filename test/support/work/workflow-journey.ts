import { expect } from 'vitest'
import type { Received } from '../mail/smtp-sink.ts'
import type { WorkflowBench } from './workflows.ts'

const WAIT = 1
const EMAIL = 3
const ADD = 5
const TAG = 8
const BRANCH = 9
const LEFT = 'The contact left the sources.'

interface Steps {
  hello: number
  branch: number
  insideTag: number
  insideMail: number
  outsideList: number
  wait: number
  goodbye: number
  done: number
}

/** A contact, and the facts that determine its path. */
interface Member {
  id: number
  address: string | null
  isInside: boolean
  /** Whether the contact leaves the source while it waits. */
  leaves: boolean
}

/**
 * Contacts on their way through a workflow with everything in it: a mail; a branch with a tag and a mail in one lane, a
 * group in the other; a wait; a mail, a tag. And a model of where each ends.
 */
export class Journey {
  readonly #bench: WorkflowBench
  readonly #members: readonly Member[]
  readonly #source: number
  readonly #list: number
  readonly #workflow: number
  readonly #steps: Steps
  #joined = 0

  private constructor(
    bench: WorkflowBench,
    made: { members: Member[]; source: number; list: number; workflow: number; steps: Steps },
  ) {
    this.#bench = bench
    this.#members = made.members
    this.#source = made.source
    this.#list = made.list
    this.#workflow = made.workflow
    this.#steps = made.steps
  }

  static async prepare(bench: WorkflowBench, count: number): Promise<Journey> {
    const source = await bench.group()
    const inner = await bench.group()
    const list = await bench.group()
    const members = await makeMembers(bench, count)
    await inPortions(
      members,
      ({ isInside }) => isInside,
      (ids) => bench.join(inner, ...ids),
    )
    const workflow = await bench.workflow([source])
    const steps = await makeSteps(bench, workflow, inner, list)
    await bench.switchOn(workflow)
    return new Journey(bench, { members, source, list, workflow, steps })
  }

  /** Adds this number of contacts to the source. */
  async join(count: number): Promise<void> {
    const some = this.#members.slice(this.#joined, this.#joined + count)
    this.#joined += some.length
    await inPortions(
      some,
      () => true,
      (ids) => this.#bench.join(this.#source, ...ids),
    )
  }

  /** Ends the wait for the contacts that stay, and removes the others from the source. */
  async passTime(): Promise<void> {
    const { system } = this.#bench.server.database
    const leaving = this.#members.filter(({ leaves }) => leaves).map(({ id }) => id)
    const where = { workflowId: this.#workflow, state: 'active', isWaiting: true }
    await system.workflowRun.updateMany({
      where: { ...where, contactId: { notIn: leaving }, dueAt: { gt: new Date() } },
      data: { dueAt: new Date() },
    })
    const here = await system.workflowRun.findMany({ where: { ...where, contactId: { in: leaving } } })
    const still = await system.groupMember.findMany({
      where: { groupId: this.#source, state: 'member', contactId: { in: here.map(({ contactId }) => contactId) } },
    })
    await inPortions(
      still.map(({ contactId: id }) => ({ id })),
      () => true,
      (ids) => this.#bench.part(this.#source, ...ids),
    )
  }

  /** Counts the active contacts, and the mails that are not sent. */
  async left(): Promise<number> {
    const { system } = this.#bench.server.database
    const ended = await system.workflowRun.count({ where: { workflowId: this.#workflow, state: { not: 'active' } } })
    const unsent = await system.mailMessage.count({ where: { status: { not: 'sent' } } })
    return this.#members.length - ended + unsent
  }

  /** Expects the run, log, tags, groups and events of each contact, once each. */
  async expectModel(): Promise<void> {
    const { system } = this.#bench.server.database
    const runs = await this.#bench.runs(this.#workflow)
    const tags = await system.contactTag.findMany({ include: { tag: true }, orderBy: { tag: { name: 'asc' } } })
    const tagsOf = grouped(tags, ({ contactId }) => contactId)
    const list = await system.groupMember.findMany({ where: { groupId: this.#list, state: 'member' } })
    const listed = new Set(list.map(({ contactId }) => contactId))
    const seen = runs.map(({ contactId, rotation, state, endReason, stepRuns }) => ({
      contactId,
      rotation,
      state,
      endReason,
      steps: [...stepRuns].sort((a, b) => a.number - b.number).map((one) => [one.stepId, one.visit, one.state]),
      tags: (tagsOf.get(contactId) ?? []).map(({ tag }) => tag.name),
      isListed: listed.has(contactId),
    }))
    expect(seen).toEqual(this.#members.map((member) => this.#expected(member)))
    await this.#expectTold()
  }

  #expected(member: Member) {
    const { id, address, isInside, leaves } = member
    const { hello, branch, insideTag, insideMail, outsideList, wait, goodbye, done } = this.#steps
    const mailed = address ? 'done' : 'skipped'
    const lane = isInside
      ? [
          [insideTag, 1, 'done'],
          [insideMail, 1, mailed],
        ]
      : [[outsideList, 1, 'done']]
    const afterWait = [
      [goodbye, 1, mailed],
      [done, 1, 'done'],
    ]
    return {
      contactId: id,
      rotation: 1,
      state: leaves ? 'optedout' : 'completed',
      endReason: leaves ? LEFT : null,
      steps: [
        [hello, 1, mailed],
        [branch, 1, 'done'],
        ...lane,
        [wait, 1, leaves ? 'skipped' : 'done'],
        ...(leaves ? [] : afterWait),
      ],
      tags: [...(leaves ? [] : ['Done']), ...(isInside ? ['Inside'] : [])],
      isListed: !isInside,
    }
  }

  /** Events and numbers: one of each kind for each contact. */
  async #expectTold(): Promise<void> {
    const { system } = this.#bench.server.database
    const events =
      await system.$queryRaw`SELECT kind, count(*)::int AS n, count(DISTINCT payload->>'contactId')::int AS contacts
      FROM outbox_event WHERE entity = 'workflow' AND entity_id = ${this.#workflow} AND payload ? 'contactId'
      GROUP BY 1 ORDER BY 1`
    const all = this.#members.length
    const leaving = this.#members.filter(({ leaves }) => leaves).length
    expect(events).toEqual([
      { kind: 'workflow.completed', n: all - leaving, contacts: all - leaving },
      { kind: 'workflow.entered', n: all, contacts: all },
      { kind: 'workflow.left', n: leaving, contacts: leaving },
    ])
    expect(await this.#bench.general(this.#workflow)).toMatchObject({
      WidgetData: {
        TotalParticipants: all,
        ActiveInProgram: 0,
        CompletedProgram: all - leaving,
        EarlyOptOuts: leaving,
      },
    })
  }

  /** Expects that the mail server received the mails of the model, each under one Message-ID. Returns their number. */
  async expectMails(received: readonly Received[]): Promise<number> {
    const expected = this.#members.flatMap(({ address, isInside, leaves }) =>
      address
        ? [`${address} Hello`, ...(isInside ? [`${address} Inside`] : []), ...(leaves ? [] : [`${address} Goodbye`])]
        : [],
    )
    const kept = await this.#bench.mails()
    expect(kept.map(({ toAddress, subject }) => `${toAddress} ${subject}`).sort()).toEqual([...expected].sort())
    const arrived = grouped(received, ({ to, mail }) => `${to} ${mail.subject}`)
    for (const { toAddress, subject, messageId } of kept) {
      const ids = new Set(arrived.get(`${toAddress} ${subject}`)?.map(({ mail }) => mail.messageId))
      expect([...ids], `${toAddress} ${subject}`).toEqual([messageId])
    }
    expect(arrived.size).toBe(expected.length)
    expect(new Set(kept.map(({ messageId }) => messageId)).size).toBe(expected.length)
    return expected.length
  }
}

const makeMembers = async (bench: WorkflowBench, count: number): Promise<Member[]> => {
  const rows = await bench.server.database.system.contact.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => ({
      tenantId: bench.tenantId,
      systemTypeId: 1,
      firstName: `Member ${n}`,
      displayName: `Member ${n}`,
      sortName: `member ${n}`,
      emailAddress: n % 10 === 9 ? null : `m${n}@kill.example`,
    })),
    select: { id: true, emailAddress: true },
  })
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ id, emailAddress: address }, n) => ({ id, address, isInside: n % 3 === 0, leaves: n % 7 === 0 }))
}

const makeSteps = async (bench: WorkflowBench, id: number, inner: number, list: number): Promise<Steps> => {
  const EmailTemplateId = String(await bench.template())
  const mail = (Subject: string, place = {}) =>
    bench.step(id, EMAIL, { EmailTemplateId, SendEmailStepOptions: { Subject } }, place)
  const tag = (name: string, place = {}) => bench.step(id, TAG, { AddTagOptions: { Tags: [name] } }, place)
  const hello = await mail('Hello')
  const branch = await bench.step(id, BRANCH, {
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'inGroup', Value: String(inner) }] },
  })
  const inLane = (IsInverseLogic: boolean) => ({ LogicStepId: String(branch), IsInverseLogic })
  return {
    hello,
    branch,
    insideTag: await tag('Inside', inLane(false)),
    insideMail: await mail('Inside', inLane(false)),
    outsideList: await bench.step(id, ADD, { AddToListOptions: { GroupIds: [list] } }, inLane(true)),
    wait: await bench.step(id, WAIT, { WaitOptions: { Quantity: 1, Unit: 'hours' } }),
    goodbye: await mail('Goodbye'),
    done: await tag('Done'),
  }
}

const grouped = <T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

const PORTION = 1000

const inPortions = async <T extends { id: number }>(
  all: readonly T[],
  which: (one: T) => boolean,
  work: (ids: number[]) => Promise<unknown>,
): Promise<void> => {
  const ids = all.filter(which).map(({ id }) => id)
  for (let from = 0; from < ids.length; from += PORTION) await work(ids.slice(from, from + PORTION))
}
