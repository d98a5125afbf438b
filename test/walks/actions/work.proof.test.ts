import { afterAll } from 'vitest'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { kindsOf } from '#test/support/walks/actions/offered-records'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), kindsOf('work'))
