import { afterAll } from 'vitest'
import { benefitRecords } from '#test/support/walks/actions/benefit-records'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), benefitRecords)
