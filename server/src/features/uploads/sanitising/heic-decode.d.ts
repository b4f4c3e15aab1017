declare module "heic-decode" {
  interface HeicImage {
    readonly width: number;
    readonly height: number;
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
  }
  const decode: {
    all(source: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };
  export default decode;
}
