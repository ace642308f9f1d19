import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { useTexts } from '../../languages/index.ts'
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

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, hint below, the error in its place as sentence with icon. Gives the control its ids. */
export function Field({
  label,
  aside,
  hint,
  error,
  children,
}: Around & { children: (control: Described) => ReactNode }) {
  const id = useId()
  const below = error || hint ? `${id}-below` : undefined
  return (
    <div className={classes['field']}>
      <div className={classes['label']}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={classes['aside']}>{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': below, 'aria-invalid': error ? true : undefined })}
      {below && (
        <div id={below} className={[classes['hint'], error && classes['error']].filter(Boolean).join(' ')}>
          {error && <IconAlertCircle size={16} aria-hidden="true" />}
          <span>{error ?? hint}</span>
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
