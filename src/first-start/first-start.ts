import type { Database } from '#kernel/database/database'

/** The setting that says how far the first start is: absent, begun or done. */
export const FIRST_START = 'first-start'

/** Whether the demo tenant is to be made: on a database without tenants, or where a first start was cut off. */
export const isFirstStart = async ({ system }: Pick<Database, 'system'>): Promise<boolean> => {
  const state = await system.setting.findFirst({ where: { key: FIRST_START } })
  return state ? state.value !== 'done' : (await system.tenant.count()) === 0
}
