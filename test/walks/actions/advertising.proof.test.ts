import { afterAll } from 'vitest'
import { advertisingRecords } from '#test/support/walks/actions/advertising-records'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), advertisingRecords)
