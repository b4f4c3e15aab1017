/** The photo of a collection, while it is stored in this browser. */
export interface StoredPhoto {
  readonly content: Blob;
  readonly name: string;
  /** Key of the uploaded file; absent before the upload. */
  readonly key?: string;
}
