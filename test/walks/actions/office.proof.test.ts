import { afterAll } from 'vitest'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { officeRecords } from '#test/support/walks/actions/office-records'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), officeRecords)
