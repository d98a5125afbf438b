import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { receiveEvents } from '../events/events.service.ts'
import type { EventSubject, MovementState } from '../payment-processor.port.ts'
import { isOfRefund } from '../postings/postings.model.ts'
import { makeAccount, makeBanks, type SandboxAccount, type SandboxMovement } from './sandbox.model.ts'

export type SandboxKind = 'account' | 'bank' | 'charge' | 'page' | 'refund' | 'dispute' | 'file' | 'payout' | 'movement'

const PREFIXES: Record<SandboxKind, string> = {
  account: 'acct',
  bank: 'ba',
  charge: 'ch',
  page: 'cs',
  refund: 're',
  dispute: 'dp',
  file: 'file',
  payout: 'po',
  movement: 'txn',
}

/** An object of the sandbox with the data of its kind. */
export interface Stored<T> {
  uid: string
  parentUid: string | null
  createdAt: Date
  data: T
}

/** The objects of one account, inside a transaction that has locked the account. */
export class AccountObjects {
  readonly scope: Scope
  readonly account: string
  readonly now: Date
  readonly #tx: Transaction

  constructor(scope: Scope, tx: Transaction, account: string) {
    this.scope = scope
    this.account = account
    this.now = scope.clock.now()
    this.#tx = tx
  }

  async find<T>(kind: SandboxKind, uid: string): Promise<Stored<T> | null> {
    return this.#read<T>(await this.#tx.sandboxObject.findFirst({ where: { ...this.#own, kind, uid } }))
  }

  /** Finds what a request with this key has created. */
  async findByKey<T>(kind: SandboxKind, requestKey: string): Promise<Stored<T> | null> {
    return this.#read<T>(await this.#tx.sandboxObject.findFirst({ where: { ...this.#own, kind, requestKey } }))
  }

  /** Lists objects in the order of their creation. */
  async list<T>(kind: SandboxKind, parentUid?: string): Promise<Stored<T>[]> {
    const rows = await this.#tx.sandboxObject.findMany({
      where: { ...this.#own, kind, ...(parentUid !== undefined && { parentUid }) },
      orderBy: { id: 'asc' },
    })
    return rows.flatMap((row) => this.#read<T>(row) ?? [])
  }

  async add<T extends object>(
    kind: SandboxKind,
    data: T,
    { parentUid = null, requestKey = null, uid = makeUid(kind) }: AddOptions = {},
  ): Promise<Stored<T>> {
    const row = { uid, parentUid, createdAt: this.now, data }
    await this.#tx.sandboxObject.createMany({
      data: [{ ...this.#own, kind, requestKey, ...row, data: data as Prisma.InputJsonObject }],
    })
    return row
  }

  async save<T extends object>({ uid }: Stored<T>, data: T): Promise<void> {
    await this.#tx.sandboxObject.updateMany({
      where: { ...this.#own, uid },
      data: { data: data as Prisma.InputJsonObject },
    })
  }

  async remove({ uid }: Stored<object>): Promise<void> {
    await this.#tx.sandboxObject.deleteMany({ where: { ...this.#own, uid } })
  }

  /** Emits an event about an object, as the processor does. */
  async emit(subject: EventSubject, subjectUid: string): Promise<void> {
    const event = { uid: `evt_${makeUid('movement')}`, account: this.account, subject, subjectUid }
    await receiveEvents(this.scope, this.#tx, [event])
  }

  get #own(): { tenantId: number; accountUid: string } {
    return { tenantId: this.scope.db.tenantId, accountUid: this.account }
  }

  #read<T>(row: unknown): Stored<T> | null {
    return row as Stored<T> | null
  }
}

interface AddOptions {
  parentUid?: string | null
  requestKey?: string | null
  uid?: string
}

export const makeUid = (kind: SandboxKind): string =>
  `${PREFIXES[kind]}_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`

/** Runs work on the objects of an account, one at a time for each account. Opens the account at its first use. */
export const withAccount = <T>(
  scope: Scope,
  account: string,
  work: (objects: AccountObjects) => Promise<T>,
): Promise<T> =>
  scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, `sandbox ${account}`)
    const objects = new AccountObjects(scope, tx, account)
    if (!(await objects.find<SandboxAccount>('account', account))) await openAccount(objects)
    return work(objects)
  })

const openAccount = async (objects: AccountObjects): Promise<void> => {
  const { account, scope, now } = objects
  await objects.add('account', makeAccount(now.toISOString().slice(0, 10)), { uid: account })
  for (const bank of makeBanks(scope.tenant.currencyCode)) await objects.add('bank', bank)
}

/** Moves the balance of an account. */
export const move = async (
  objects: AccountObjects,
  source: string,
  movement: Omit<SandboxMovement, 'payout'>,
): Promise<void> => {
  await objects.add('movement', { ...movement, payout: null }, { parentUid: source })
}

export const movementStateOf = ({ uid, createdAt, parentUid, data }: Stored<SandboxMovement>): MovementState => ({
  uid,
  type: data.type,
  occurredAt: createdAt,
  cents: data.cents,
  feeCents: data.feeCents,
  currencyCode: data.currencyCode,
  description: data.description,
  status: 'Settled',
  refund: isOfRefund(data.type) ? parentUid : null,
})

/** Lists the movements that an object caused. */
export const listMovements = async (objects: AccountObjects, source: string): Promise<MovementState[]> =>
  (await objects.list<SandboxMovement>('movement', source)).map(movementStateOf)
