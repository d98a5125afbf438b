export { withFormRow } from './offered-form.model.ts'
