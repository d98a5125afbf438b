import { afterAll } from 'vitest'
import { bookDocuments } from '#test/support/walks/actions/book-documents'
import { describeActions } from '#test/support/walks/actions/describe-actions'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
afterAll(() => walk.close())

describeActions(await walk.world(), bookDocuments)
