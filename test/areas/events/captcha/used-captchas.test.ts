import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaptcha, requireCaptcha } from '#areas/events/captcha/captcha.service'
import { usedCaptchaCleanup } from '#areas/events/captcha/used-captchas.job'
import { systemScope } from '#kernel/outbox/deliver'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { encodeSolution, solveCaptcha } from '#test/support/solve-captcha'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ own: true })
})
afterAll(() => server.close())

describe('the cleanup of used captchas', () => {
  test('deletes them a day after they expired', async () => {
    const { app, database } = server
    const context = (time: string) => ({ database, clock: { now: () => new Date(time) }, log: app.log })
    const scopeAt = async (time: string, id: number) => systemScope(context(time), id)
    const [{ tenant }, tools] = [await server.tenant(), app.captchaTools]
    for (const hour of ['10', '11']) {
      const scope = await scopeAt(`2030-05-01T${hour}:00:00Z`, tenant.id)
      const response = encodeSolution(solveCaptcha(await createCaptcha(scope, tools)))
      await requireCaptcha(scope, tools, { response, isStaff: false, isDisabled: false })
    }
    const cleanUp = async (time: string) => {
      await usedCaptchaCleanup.task(context(time), {})
      return database.system.usedCaptcha.count()
    }
    expect(await cleanUp('2030-05-02T10:20:00Z')).toBe(2)
    expect(await cleanUp('2030-05-02T10:20:01Z')).toBe(1)
    expect(await cleanUp('2030-05-02T11:20:01Z')).toBe(0)
  })
})
