import { afterAll } from 'vitest'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { membershipTypeRecords } from '#test/support/walks/actions/membership-records'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), membershipTypeRecords)
