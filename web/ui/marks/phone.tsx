/** A phone number or code, readable from left to right in every language. */
export const Phone = ({ value }: { value: string }) => (
  <bdi dir="ltr" className="num">
    {value}
  </bdi>
)
