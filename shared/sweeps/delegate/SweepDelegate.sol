// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The code that deposit addresses delegate to (EIP-7702), so that one transaction of the gas wallet moves a token from
/// many of them. It has no storage and no owner, and can do one thing: pay the payout wallet that it was deployed with,
/// when the gas wallet that it was deployed with asks for it. NOT AUDITED.
contract SweepDelegate {
    struct Item {
        address from;
        uint256 amount;
    }

    address public immutable gasWallet;
    address public immutable payout;
    /// This contract, also in the code of an address that delegates to it.
    address private immutable self;

    bytes4 private constant VALID_SIGNATURE = 0x1626ba7e;

    error NotGasWallet();
    error NotSelf();
    error NotDelegated();
    error TransferFailed();

    constructor(address gasWallet_, address payout_) {
        gasWallet = gasWallet_;
        payout = payout_;
        self = address(this);
    }

    /// Moves a token from each address that delegates to this contract. If items may fail, the others still happen, and
    /// why one failed is returned in its place; otherwise the first failure reverts everything.
    function sweep(address token, Item[] calldata items, bool mayFail) external returns (bytes[] memory failures) {
        if (msg.sender != gasWallet) revert NotGasWallet();
        failures = new bytes[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            (bool done, bytes memory failure) = moveFrom(items[i], token);
            if (done) continue;
            if (failure.length == 0) failure = abi.encodePacked(TransferFailed.selector);
            if (!mayFail) revertWith(failure);
            failures[i] = failure;
        }
    }

    /// Runs as a deposit address. Only this contract calls it, and only in `sweep`.
    function pay(address token, uint256 amount) external {
        if (msg.sender != self) revert NotSelf();
        (bool done, bytes memory returned) = token.call(abi.encodeWithSignature("transfer(address,uint256)", payout, amount));
        if (!done) revertWith(returned);
        // Some tokens return nothing; an address without a contract does, too.
        bool paid = returned.length == 0 ? token.code.length > 0 : abi.decode(returned, (bool));
        if (!paid) revert TransferFailed();
    }

    /// The address's own key still signs for it (EIP-1271): USDC asks an address with code instead of recovering its signer.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer == address(this) ? VALID_SIGNATURE : bytes4(0xffffffff);
    }

    /// An address stays one that anyone can pay, whatever data they send along.
    receive() external payable {}
    fallback() external payable {}

    function moveFrom(Item calldata item, address token) private returns (bool, bytes memory) {
        // A call to an address without code succeeds.
        if (item.from.code.length == 0) return (false, abi.encodePacked(NotDelegated.selector));
        return item.from.call(abi.encodeCall(this.pay, (token, item.amount)));
    }

    function revertWith(bytes memory reason) private pure {
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }
}
