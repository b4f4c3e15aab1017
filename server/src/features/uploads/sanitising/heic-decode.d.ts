declare module "heic-decode" {
  interface HeicImage {
    readonly width: number;
    readonly height: number;
    /** Decodes to four bytes per pixel: red, green, blue, and alpha. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
  }
  const decode: {
    /** `dispose` frees the decoder's memory. */
    all(source: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };
  export default decode;
}
