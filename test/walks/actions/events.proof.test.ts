import { afterAll } from 'vitest'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { eventRecords } from '#test/support/walks/actions/event-records'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), eventRecords)
