import type { Database } from '#kernel/database/database'

/**
 * The setting with the state of the first start: absent, `begun`, `usable` once the tenant has its contacts, its login and
 * its key, or `done`.
 */
export const FIRST_START = 'first-start'

const findState = async ({ system }: Pick<Database, 'system'>): Promise<string | undefined> =>
  (await system.setting.findFirst({ where: { key: FIRST_START } }))?.value

/** Whether to create the demo tenant: on a database without tenants, or after an interrupted first start. */
export const isFirstStart = async (database: Pick<Database, 'system'>): Promise<boolean> => {
  const state = await findState(database)
  return state === undefined ? (await database.system.tenant.count()) === 0 : state === 'begun'
}

/** Whether the demo tenant still lacks records. */
export const isDemoIncomplete = async (database: Pick<Database, 'system'>): Promise<boolean> =>
  (await findState(database)) === 'usable'
