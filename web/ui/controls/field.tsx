import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  type TextareaHTMLAttributes,
} from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { IconButton } from './button.tsx'
import classes from './field.module.css'
import { IconAlertCircle, IconEye, IconEyeOff } from '../icons.ts'

type Around = {
  label: string
  /** At the end of the label's line: "Optional", a link. */
  aside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  onInvalid: (event: InvalidEvent) => void
}
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type InvalidEvent = SyntheticEvent<Control>

/** What is wrong with a field by its own rules, in our words; null: what the browser says of it stays. */
type Faults = Pick<ValidityState, 'valueMissing' | 'typeMismatch'>
export function faultIn({ valueMissing, typeMismatch }: Faults): TextId | null {
  if (valueMissing) return 'ui.field.missing'
  return typeMismatch ? 'ui.field.notEmail' : null
}

/** A form that is not filled in is refused in our words, in the place of the error; the first such field gets the focus. */
function useOwnWords() {
  const [fault, setFault] = useState<TextId | null>(null)
  const onInvalid = (event: InvalidEvent) => {
    const { currentTarget: control } = event
    const found = faultIn(control.validity)
    if (!found) return
    event.preventDefault()
    setFault(found)
    if (control.form?.querySelector(':invalid:not(fieldset)') === control) control.focus()
  }
  return { fault, onInvalid, forget: () => setFault(null) }
}

/** Label above, hint below, the error in its place as sentence with icon. Gives the control its ids. */
export function Field({
  label,
  aside,
  hint,
  error,
  children,
}: Around & { children: (control: Described) => ReactNode }) {
  const t = useTexts()
  const id = useId()
  const { fault, onInvalid, forget } = useOwnWords()
  const wrong = error || (fault && t(fault))
  const below = wrong || hint ? `${id}-below` : undefined
  return (
    <div className={classes['field']} onChange={forget}>
      <div className={classes['label']}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={classes['aside']}>{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': below, 'aria-invalid': wrong ? true : undefined, onInvalid })}
      {below && (
        <div id={below} className={[classes['hint'], wrong && classes['error']].filter(Boolean).join(' ')}>
          {wrong && <IconAlertCircle size={16} aria-hidden="true" />}
          <span>{wrong || hint}</span>
        </div>
      )}
    </div>
  )
}

type InputProps = Around & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export const TextField = ({ label, aside, hint, error, ...input }: InputProps) => (
  <Field label={label} aside={aside} hint={hint} error={error}>
    {(control) => <input {...input} {...control} className={classes['input']} />}
  </Field>
)

type AreaProps = Around & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export const AreaField = ({ label, aside, hint, error, ...area }: AreaProps) => (
  <Field label={label} aside={aside} hint={hint} error={error}>
    {(control) => <textarea {...area} {...control} className={`${classes['input']} ${classes['area']}`} />}
  </Field>
)

/** A password that can be looked at. */
export function PasswordField({ label, aside, hint, error, ...input }: InputProps) {
  const [shown, setShown] = useState(false)
  const t = useTexts()
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <span className={classes['group']}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} className={classes['input']} />
          <IconButton
            label={t(shown ? 'ui.field.hidePassword' : 'ui.field.showPassword')}
            icon={shown ? IconEyeOff : IconEye}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  )
}
