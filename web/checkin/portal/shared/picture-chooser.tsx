import { useId, type ReactNode } from 'react'
import { useTexts } from '../../../languages/index.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { IconAlertCircle, IconCamera, IconX } from '../../../ui/icons.ts'
import { Face } from '../../../ui/marks/face.tsx'
import classes from './picture-chooser.module.css'
import type { ChosenPicture } from './use-picture.ts'

type PictureChooserProps = {
  picture: ChosenPicture
  firstName: string
  lastName: string
  hint?: string
  error?: string | undefined
  /** Beside the chooser. */
  children?: ReactNode
}

/** The face as it will be seen, and the way to another picture. */
export function PictureChooser({ picture, firstName, lastName, hint, error: fault, children }: PictureChooserProps) {
  const t = useTexts()
  const id = useId()
  const { shown, isUnreadable, choose, clear } = picture
  const error = isUnreadable ? t('portal.failure.picture') : fault
  return (
    <div className={classes['chooser']}>
      <Face firstName={firstName} lastName={lastName} pictureUrl={shown} size="l" />
      <div className={classes['side']}>
        <div className="row wrap">
          <label className={classes['choose']}>
            <input
              type="file"
              className="vh"
              accept="image/jpeg,image/png,image/webp"
              aria-describedby={error || hint ? id : undefined}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file) void choose(file)
                // The same file may be chosen again.
                target.value = ''
              }}
            />
            <IconCamera size={20} stroke={1.75} aria-hidden="true" />
            {t(shown ? 'portal.member.otherPicture' : 'portal.member.picture')}
          </label>
          {children}
          {shown && <IconButton label={t('portal.member.removePicture')} icon={IconX} onClick={clear} />}
        </div>
        {(error ?? hint) && (
          <p id={id} className={error ? classes['error'] : 'small muted'}>
            {error && <IconAlertCircle size={16} aria-hidden="true" />}
            {error ?? hint}
          </p>
        )}
      </div>
    </div>
  )
}
