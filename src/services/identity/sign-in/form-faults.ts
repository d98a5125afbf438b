/** What is wrong with a form, and the status of the response. */
export interface FormFault {
  text: string
  status: number
  /** The name of the field to correct, if it is one. */
  field?: string
}

export const EXPIRED_FORM: FormFault = { text: 'The form has expired. Please try again.', status: 403 }
