import { afterAll } from 'vitest'
import { contactRecords } from '#test/support/walks/actions/contact-records'
import { contactRelations } from '#test/support/walks/actions/contact-relations'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), [...contactRecords, ...contactRelations])
