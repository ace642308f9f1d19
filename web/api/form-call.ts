import { useState, type SubmitEvent } from 'react'
import { ApiFailure } from './call.ts'

type State = { busy: boolean; failure: ApiFailure | null }

/** Runs one call from a form: busy meanwhile, and the failure kept for the page to word. */
export function useFormCall(act: (form: FormData) => Promise<void>) {
  const [state, setState] = useState<State>({ busy: false, failure: null })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.busy) return
    const form = new FormData(event.currentTarget)
    setState({ busy: true, failure: null })
    try {
      await act(form)
      setState({ busy: false, failure: null })
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      setState({ busy: false, failure })
    }
  }
  return { ...state, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) }
}

/** The text of a form's field. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
