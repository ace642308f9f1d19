import { useEffect, useRef, useState } from 'react'
import { uploadProfilePicture } from '#contract/checkin/family.ts'
import { call } from '../../../lib/api.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type ChosenPicture = {
  /** What is shown: the chosen file, or the picture that was there. */
  shown: string | null
  isChosen: boolean
  choose: (file: File) => void
  clear: () => void
  /** Uploads what was chosen, once, and answers the address to save; a second try does not upload again. */
  upload: () => Promise<string | null>
}

/** A picture of a form: chosen, looked at, uploaded before the form is saved. */
export function usePicture(before: string | null): ChosenPicture {
  const [kept, setKept] = useState(before)
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const uploaded = useRef<{ file: File; pictureUrl: string } | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])
  const upload = async () => {
    if (!chosen) return kept
    if (uploaded.current?.file === chosen.file) return uploaded.current.pictureUrl
    const { pictureUrl } = await call(uploadProfilePicture, { file: await shrinkPicture(chosen.file) })
    uploaded.current = { file: chosen.file, pictureUrl }
    return pictureUrl
  }
  return {
    shown: chosen?.url ?? kept,
    isChosen: chosen !== null,
    choose: (file) => setChosen({ file, url: URL.createObjectURL(file) }),
    clear: () => {
      setChosen(null)
      setKept(null)
    },
    upload,
  }
}
