import type { Database } from '#kernel/database/database'

/** The setting with the state of the first start: absent, begun or done. */
export const FIRST_START = 'first-start'

/** Whether to create the demo tenant: on a database without tenants, or after an interrupted first start. */
export const isFirstStart = async ({ system }: Pick<Database, 'system'>): Promise<boolean> => {
  const state = await system.setting.findFirst({ where: { key: FIRST_START } })
  return state ? state.value !== 'done' : (await system.tenant.count()) === 0
}
