import { useId, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../languages/index.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { IconAlertCircle, IconCamera, IconX } from '../../../ui/icons.ts'
import { Face } from '../../../ui/marks/face.tsx'
import classes from './picture-chooser.module.css'
import { uploadProfilePicture } from '#contract/checkin/family.ts'
import { call } from '../../../api/call.ts'

/** More pixels are never shown; a photograph of a phone is thirty times as large, which a poor network feels. */
const LONGEST_EDGE = 800
const QUALITY = 0.85

/** The picture as a small JPEG; null: the browser cannot read it, such as a HEIC or a broken one. */
async function shrinkPicture(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, LONGEST_EDGE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', QUALITY))
  return blob ? new File([blob], 'picture.jpg', { type: blob.type }) : file
}

type ChosenPicture = {
  /** What is shown: the chosen file, or the picture that was there. */
  shown: string | null
  isChosen: boolean
  /** The file chosen last is no picture that this browser, and so the server, can read; the one before stays. */
  isUnreadable: boolean
  choose: (file: File) => Promise<void>
  clear: () => void
  /** Uploads what was chosen, once, and answers the address to save; a second try does not upload again. */
  upload: () => Promise<string | null>
}

/** A picture of a form: chosen, looked at, uploaded before the form is saved. */
export function usePicture(before: string | null): ChosenPicture {
  const [kept, setKept] = useState(before)
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const uploaded = useRef<{ file: File; pictureUrl: string } | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])
  const upload = async () => {
    if (!chosen) return kept
    if (uploaded.current?.file === chosen.file) return uploaded.current.pictureUrl
    const { pictureUrl } = await call(uploadProfilePicture, { file: chosen.file })
    uploaded.current = { file: chosen.file, pictureUrl }
    return pictureUrl
  }
  return {
    shown: chosen?.url ?? kept,
    isChosen: chosen !== null,
    isUnreadable,
    choose: async (given) => {
      const file = await shrinkPicture(given)
      setUnreadable(file === null)
      if (file) setChosen({ file, url: URL.createObjectURL(file) })
    },
    clear: () => {
      setUnreadable(false)
      setChosen(null)
      setKept(null)
    },
    upload,
  }
}

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
