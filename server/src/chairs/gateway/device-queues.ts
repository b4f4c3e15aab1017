interface DeviceQueue<T> {
  readonly tasks: T[];
  /** Number of tasks at the front of `tasks` that are being processed. */
  active: number;
}

/**
 * Processes each device's tasks in order, and many devices concurrently. Limits the tasks in memory. `work` must not
 * reject: it must handle failures of its tasks.
 */
export function createDeviceQueues<T>(dependencies: {
  /** Maximum number of devices whose tasks are processed at the same time. */
  concurrency: number;
  /** While this many tasks are in memory, `whenCapacity` does not call back. */
  highWater: number;
  /** Maximum tasks per device, so that one device cannot use the capacity of all. */
  maxPerDevice: number;
  /** Returns how many of a device's first tasks form a batch; at least one. */
  batchSize: (tasks: readonly T[]) => number;
  /** `load` returns the batch of the device's first tasks at its first call, and the same tasks at every later call. */
  work: (deviceId: string, load: () => readonly T[]) => Promise<void>;
}) {
  const waiting = new Map<string, DeviceQueue<T>>();
  /** IDs of devices that have waiting tasks and none in progress. */
  const readyDevices: string[] = [];
  let active = 0;
  let size = 0;
  const capacityWaiters: (() => void)[] = [];
  let idleWaiters: (() => void)[] = [];

  const hasCapacity = () => size < dependencies.highWater;

  const notifyWaiters = () => {
    if (hasCapacity() && capacityWaiters.length > 0) {
      // Each waiting callback adds one task, so only as many are called as there is capacity.
      const proceed = capacityWaiters.splice(0, dependencies.highWater - size);
      for (const next of proceed) next();
    }
    if (size === 0) {
      const resolve = idleWaiters;
      idleWaiters = [];
      for (const next of resolve) next();
    }
  };

  const run = async (deviceId: string, queue: DeviceQueue<T>) => {
    const { tasks } = queue;
    await dependencies.work(deviceId, () => {
      queue.active ||= dependencies.batchSize(tasks);
      return tasks.slice(0, queue.active);
    });
    // If `work` did not call `load`, it has skipped the first task.
    const done = tasks.splice(0, queue.active || 1);
    queue.active = 0;
    size -= done.length;
    active -= 1;
    // The device moves to the end of the queue, so that a chair with many messages does not delay other chairs.
    if (tasks.length > 0) readyDevices.push(deviceId);
    else waiting.delete(deviceId);
    notifyWaiters();
    dispatch();
  };

  const dispatch = () => {
    while (active < dependencies.concurrency) {
      const deviceId = readyDevices.shift();
      if (deviceId === undefined) return;
      active += 1;
      void run(deviceId, waiting.get(deviceId) as DeviceQueue<T>);
    }
  };

  return {
    /** @returns the older task of the device that was dropped because too many tasks were waiting; null if none */
    push(deviceId: string, task: T): T | null {
      const queue = waiting.get(deviceId);
      if (queue === undefined) {
        size += 1;
        waiting.set(deviceId, { tasks: [task], active: 0 });
        readyDevices.push(deviceId);
        dispatch();
        return null;
      }
      queue.tasks.push(task);
      if (queue.tasks.length <= dependencies.maxPerDevice) {
        size += 1;
        return null;
      }
      // The tasks that are being processed, or else the first task, stay. The oldest task behind them is dropped.
      return queue.tasks.splice(queue.active || 1, 1)[0] ?? null;
    },
    /** Returns the number of tasks that wait or are being processed. */
    size: () => size,
    /** Calls back as soon as there is capacity; synchronously if there already is. */
    whenCapacity(proceed: () => void): void {
      if (hasCapacity()) proceed();
      else capacityWaiters.push(proceed);
    },
    /** Resolves when no task is waiting or being processed. */
    idle: () => (size === 0 ? Promise.resolve() : new Promise<void>((resolve) => idleWaiters.push(resolve))),
  };
}
