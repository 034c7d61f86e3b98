extension DraftSession {
  /// Starts the one task that sleeps until the deadline; an edit afterwards only moves that.
  ///
  /// The task holds the session: a view that goes away within the debounce loses nothing.
  func armAutosave() {
    guard autosave == nil, mayWrite, schedule.deadline != nil else { return }
    autosave = Task { await self.waitAndSave() }
  }

  private func waitAndSave() async {
    while mayWrite, let deadline = schedule.deadline {
      if timer.now < deadline {
        do {
          try await timer.sleep(until: deadline)
        } catch {
          break  // nobody cancels it but the end of the process
        }
        continue
      }
      await saveDue()
      wakeObservers()
    }
    autosave = nil
    wakeObservers()
  }

  /// Saves if a save is still due: a flush may have come first.
  private func saveDue() async {
    await gate.enter()
    defer { gate.leave() }
    guard mayWrite, let deadline = schedule.deadline, deadline <= timer.now else { return }
    _ = try? await saveNow()
  }

  private func wakeObservers() {
    let waiting = observers
    observers = []
    for observer in waiting { observer.resume() }
  }

  /// Waits until everything that is due by the session's clock is done; for tests.
  ///
  /// It does not move the clock: what is due later stays for later.
  public func settled() async {
    for _ in 0..<4 { await Task.yield() }  // notices of a followed form arrive as tasks
    await leaving?.value
    while true {
      if let opening, opened == nil { _ = await opening.value }
      await gate.enter()
      gate.leave()
      guard autosave != nil, mayWrite, let deadline = schedule.deadline, deadline <= timer.now
      else { return }
      await withCheckedContinuation { observers.append($0) }
    }
  }
}
